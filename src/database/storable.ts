/** Replaces the characters that PostgreSQL refuses in a text: NUL and halves of surrogate pairs. */
export function storableText(text: string): string {
  return Buffer.from(text.replaceAll('\0', '\uFFFD')).toString();
}

/** Escapes that JSON allows and `jsonb` refuses. */
const refused = /\\u0000|\\ud[89a-f]/;

/** Returns JSON that a `jsonb` column accepts: its texts and names are made storable. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  return refused.test(json) ? JSON.stringify(value, storablePart) : json;
}

function storablePart(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]: [string, unknown]) => [storableText(name), part]));
}

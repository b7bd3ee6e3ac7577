/** A text that PostgreSQL takes: it has none with the character NUL or with half of a surrogate pair. */
export function storableText(text: string): string {
  return Buffer.from(text.replaceAll('\0', '\uFFFD')).toString();
}

/** What JSON can hold and `jsonb` can't. */
const refused = /\\u0000|\\ud[89a-f]/;

/** JSON that a column of type `jsonb` takes, whatever is in its texts and names. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  return refused.test(json) ? JSON.stringify(value, storablePart) : json;
}

function storablePart(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]: [string, unknown]) => [storableText(name), part]));
}

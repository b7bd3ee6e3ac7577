/** NUL and single halves of surrogate pairs are valid in JSON, but not in PostgreSQL. */
const unstorable = /[\0\p{Surrogate}]/gu;

/** Also matches valid pairs, but is faster than {@link unstorable}. */
const suspicious = /[\0\ud800-\udfff]/;

/** Replaces the characters that PostgreSQL cannot store by U+FFFD. */
export function storableText(text: string): string {
  return suspicious.test(text) ? text.replace(unstorable, '\uFFFD') : text;
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

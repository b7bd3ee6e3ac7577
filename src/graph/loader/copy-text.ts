/** NULL in the text format of COPY. */
export const absent = '\\N';

const special = /[\\\t\n\r\0]/;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '' };

/** A value in the text format of COPY; undefined is NULL. PostgreSQL has no place for the character NUL: it is left out. */
export function copyText(value: string | number | boolean | undefined): string {
  if (value === undefined) return absent;
  if (typeof value !== 'string') return typeof value === 'boolean' ? (value ? 't' : 'f') : String(value);
  return special.test(value) ? value.replaceAll(/[\\\t\n\r\0]/g, (character) => escapes[character] ?? '') : value;
}

/** What JSON allows and `jsonb` refuses (NUL, half a surrogate pair), and nulls, which the graph never stores. */
const refused = /\\u0000|\\ud[89a-f]|:null[,}]/;

/** A property bag in the text format of COPY, for a column of type `jsonb`. */
export function copyJson(value: object): string {
  return copyJsonText(JSON.stringify(value));
}

/** As {@link copyJson}, of what is JSON already. */
export function copyJsonText(text: string): string {
  return copyText(refused.test(text) ? JSON.stringify(JSON.parse(text), acceptable) : text);
}

function acceptable(_key: string, value: unknown): unknown {
  if (value === null) return undefined;
  if (typeof value === 'string') return Buffer.from(value.replaceAll('\0', '')).toString();
  return value;
}

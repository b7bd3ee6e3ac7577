/** What JSON allows and `jsonb` refuses (NUL, half a surrogate pair), and nulls, which the graph never stores. */
const refused = /\\u0000|\\ud[89a-f]|:null[,}]/;

const refusedInText = /[\0\ud800-\udfff]/;

/** The JSON of a property bag as `jsonb` takes it. */
export function storedJson(json: string): string {
  return refused.test(json) ? JSON.stringify(JSON.parse(json), acceptable) : json;
}

/** A text as `jsonb` returns it. */
export function storedText(text: string): string {
  return refusedInText.test(text) ? Buffer.from(text.replaceAll('\0', '')).toString() : text;
}

function acceptable(_key: string, value: unknown): unknown {
  if (value === null) return undefined;
  return typeof value === 'string' ? storedText(value) : value;
}

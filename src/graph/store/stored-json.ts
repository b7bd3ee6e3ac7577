import { storableText } from '../../database/sql/storable.js';

/** What JSON allows and `jsonb` refuses (NUL, half a surrogate pair), and nulls, which the graph never stores. */
const refused = /\\u0000|\\ud[89a-f]|:null[,}]/;

/** The JSON of a property bag as `jsonb` takes it. */
export function storedJson(json: string): string {
  return refused.test(json) ? JSON.stringify(JSON.parse(json), acceptable) : json;
}

function acceptable(_key: string, value: unknown): unknown {
  if (value === null) return undefined;
  return typeof value === 'string' ? storableText(value) : value;
}

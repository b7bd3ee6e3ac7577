import { type JsonValue, parsedJson } from '../records/json-value.js';
import { type PayloadSource, readAll, readHead } from './payload-source.js';

/** Much more than collectors write before and after their records. */
const HEAD_BYTES = 256;
const TAIL_BYTES = 4096;

const beginsWithData = /^(\xEF\xBB\xBF)?\s*\{\s*"data"\s*:/i;
const beginsWithAzure = /^(\xEF\xBB\xBF)?\s*\{\s*"data"\s*:\s*\[\s*\{\s*"kind"\s*:\s*"AZ\w+"\s*,\s*"data"\s*:/i;
const endsWithMeta = /"meta"\s*:\s*(\{[^{}]*\})\s*\}\s*$/i;

/**
 * Reads the `meta` at the end of a source that begins with `data`; null if there is none. It may belong to an inner object, so the
 * reader of the records has to check it.
 */
export async function readLastMeta(source: PayloadSource): Promise<JsonValue | null> {
  const head = await readHead(source, HEAD_BYTES);
  if (!beginsWithData.test(head.toString('latin1'))) {
    return null;
  }
  const range = { start: Math.max(0, source.size - TAIL_BYTES), end: source.size };
  const tail = await readAll(source.open(range));
  const [, meta] = endsWithMeta.exec(tail.toString('utf8')) ?? [];
  return meta === undefined ? null : (parsedJson(meta) ?? null);
}

/** Whether the first record is from AzureHound: each of its records names a kind. */
export async function beginsAsAzureHound(source: PayloadSource): Promise<boolean> {
  return beginsWithAzure.test((await readHead(source, HEAD_BYTES)).toString('latin1'));
}

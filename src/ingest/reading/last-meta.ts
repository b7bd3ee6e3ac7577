import { storableText } from '../../database/sql/storable.js';
import { type JsonValue, parsedJson } from '../records/json-value.js';
import { type PayloadSource, readAll, readHead } from './payload-source.js';
import { replaceTexts } from './text-places.js';

/** Much more than collectors write before and after their records. */
const HEAD_BYTES = 256;
const TAIL_BYTES = 4096;

const beginsWithData = /^(\xEF\xBB\xBF)?\s*\{\s*"data"\s*:/i;
const endsWithMeta = /"meta"\s*:\s*(\{[^{}]*\})\s*\}\s*$/i;

/**
 * Reads the `meta` at the end of a source that begins with `data`; undefined if there is none. It may belong to an inner object, so
 * the reader of the records has to check it.
 */
export async function readLastMeta(source: PayloadSource): Promise<JsonValue | undefined> {
  if (!source.isSeekable || !beginsWithData.test((await readHead(source, HEAD_BYTES)).toString('latin1')))
    return undefined;
  const tail = await readAll(source.open({ start: Math.max(0, source.size - TAIL_BYTES), end: source.size }));
  const meta = parsedJson(endsWithMeta.exec(tail.toString())?.[1] ?? '');
  return meta && replaceTexts(meta, storableText);
}

import { isAscii, isUtf8 } from 'node:buffer';
import { storableText } from '../../database/sql/storable.js';
import { type JsonValue, parsedJson } from '../records/json-value.js';
import { changedNumbers } from './changed-numbers.js';
import type { RawValue } from './json-scan.js';
import type { ReadLimits } from './read-limits.js';
import { syntaxFault } from './syntax-fault.js';
import { replaceTexts } from './text-places.js';

/** Something that was replaced or left out of a value. */
interface Note {
  /** `Aces[3].RightName`; null for the whole value. */
  readonly field: string | null;
  readonly reason: string;
}

/** A value, or the reason why nothing of it can be used. */
type Parsed =
  | { readonly value: JsonValue; readonly notes: readonly Note[]; readonly fault?: undefined }
  | { readonly fault: string };

/** NUL and halves of surrogate pairs. */
const oddEscape = /\\u(?:0000|d[89a-f])/i;

const REPAIRED = 'has bytes that are no text in its encoding; U+FFFD stands in their place';
const UNSTORABLE =
  'has NUL or half of a surrogate pair, which the database has no text with; U+FFFD stands in its place';

export function parseValue({ bytes, start, extent }: RawValue, limits: ReadLimits): Parsed {
  const { maxRecordBytes, maxJsonDepth, maxStringLength } = limits;
  if (bytes === null) return { fault: `is larger than ${maxRecordBytes} bytes (MAX_RECORD_BYTES)` };
  if (extent.deepest > maxJsonDepth) return { fault: `is nested deeper than ${maxJsonDepth} levels (MAX_JSON_DEPTH)` };
  const text = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  let value = parsedJson(text);
  if (value === undefined) return { fault: `is not valid JSON: ${syntaxFault(bytes, start)}` };

  const notes: Note[] = [];
  /** A key and its text have one place. */
  const note = (place: string, reason: string) => {
    const [field, last] = [place || null, notes.at(-1)];
    if (last?.field !== field || last.reason !== reason) notes.push({ field, reason });
  };
  if (!isUtf8(bytes)) note('', REPAIRED);
  // The search for the first two bytes is fast, and most values contain no escape.
  if (bytes.includes('\\u') && oddEscape.test(text))
    value = replaceTexts(value, (part, place) => {
      const storable = storableText(part);
      if (storable !== part) note(place, UNSTORABLE);
      return storable;
    });
  if (extent.hasLongNumber) for (const { field, reason } of changedNumbers(text)) note(field, reason);
  if (extent.longest > maxStringLength)
    value = replaceTexts(value, (part, place) => {
      if (part.length <= maxStringLength) return part;
      note(place, `is a text of ${part.length} characters; at most ${maxStringLength} are read (MAX_STRING_LENGTH)`);
      return null;
    });
  return { value, notes };
}

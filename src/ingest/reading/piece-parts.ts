import { isStorable } from '../records/identifier.js';
import type { JsonPart, JsonValue } from './json-parts.js';
import type { JsonPiece } from './json-piece.js';
import { withoutLongTexts } from './long-texts.js';
import { textPlaces } from './text-places.js';
import type { ReadLimits } from './read-limits.js';

/** Where a piece stands: an element of a list, or (index null) a value. */
interface PiecePlace {
  readonly path: string;
  readonly index: number | null;
}

/** What was met while the end of the piece was looked for. */
interface Extent {
  readonly deepest: number;
  readonly longest: number;
}

/** The element or value that a piece is, after notes of what was left out inside it; a fault where nothing of it can be used. */
export function partsOfPiece(piece: JsonPiece, extent: Extent, at: PiecePlace, limits: ReadLimits): JsonPart[] {
  const excess = excessOf(piece, extent, limits);
  const parsed = excess === null ? piece.parse() : undefined;
  if (parsed === undefined) {
    const error = piece.syntaxError === null ? '' : `: ${piece.syntaxError}`;
    return [{ part: 'fault', ...at, reason: excess ?? `is not valid JSON${error}` }];
  }
  const notes: JsonPart[] = [];
  if (piece.isRepaired) {
    const reason = 'has bytes that are no text in its encoding; U+FFFD stands in their place';
    notes.push({ part: 'note', ...at, field: null, reason });
  }
  if (piece.hasOddEscapes) {
    for (const field of textPlaces(parsed, (text) => !isStorable(text))) {
      const reason =
        'has NUL or half of a surrogate pair, which the database has no text with; U+FFFD stands in its place';
      notes.push({ part: 'note', ...at, field: field || null, reason });
    }
  }
  for (const { field, reason } of piece.changedNumbers) {
    notes.push({ part: 'note', ...at, field: field || null, reason });
  }
  if (extent.longest <= limits.maxStringLength) {
    return [...notes, partOf(parsed, at)];
  }
  const value = withoutLongTexts(parsed, limits.maxStringLength, (field, length) => {
    const reason = `is a text of ${length} characters; at most ${limits.maxStringLength} are read (MAX_STRING_LENGTH)`;
    notes.push({ part: 'note', ...at, field: field || null, reason });
  });
  return [...notes, partOf(value, at)];
}

function excessOf(piece: JsonPiece, { deepest }: Extent, { maxRecordBytes, maxDepth }: ReadLimits): string | null {
  if (piece.isTooLarge) {
    return `is larger than ${maxRecordBytes} bytes (MAX_RECORD_BYTES)`;
  }
  return deepest > maxDepth ? `is nested deeper than ${maxDepth} levels (MAX_JSON_DEPTH)` : null;
}

function partOf(value: JsonValue, { path, index }: PiecePlace): JsonPart {
  return index === null ? { part: 'value', path, value } : { part: 'element', path, index, value };
}

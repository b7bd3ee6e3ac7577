import { sharedColumn } from '../memory/growing-columns.js';
import type { TextBlock } from './raw-texts.js';

/**
 * For each text, which letters and pairs of letters (grams) it has, as bits. A search looks only at texts that have all grams of the query.
 * Each of the commonest grams has a row of bits of its own; others share rows, so that such a bit says "perhaps".
 */
export interface Grams {
  /** By gram: its row. */
  readonly rowOf: Uint8Array;
  /** Rows of `words` numbers, a bit for each text. */
  readonly bits: Uint32Array;
  readonly words: number;
}

const ownRows = 128;
const sharedRows = 32;
/** Of grams that no text has. */
const noRow = 255;
const allGrams = 0x100 + 0x1_0000;

export function gramsOf({ bytes, start }: TextBlock): Grams {
  const count = start.length - 1;
  const words = Math.ceil(count / 32);
  const rowOf = rowsByGram({ bytes, start });
  const bits = sharedColumn(Uint32Array, (ownRows + sharedRows) * words);
  for (let text = 0; text < count; text++) {
    const bit = 1 << (text & 31);
    const word = text >>> 5;
    const end = start[text + 1]!;
    for (let at = start[text]!; at < end; at++) {
      bits[rowOf[bytes[at]!]! * words + word]! |= bit;
      if (at + 1 < end) bits[rowOf[pairAt(bytes, at)]! * words + word]! |= bit;
    }
  }
  return { rowOf, bits, words };
}

function rowsByGram({ bytes, start }: TextBlock): Uint8Array {
  const times = new Uint32Array(allGrams);
  for (let text = 0; text < start.length - 1; text++) {
    const end = start[text + 1]!;
    for (let at = start[text]!; at < end; at++) {
      times[bytes[at]!]!++;
      if (at + 1 < end) times[pairAt(bytes, at)]!++;
    }
  }
  const rowOf = sharedColumn(Uint8Array, allGrams);
  rowOf.fill(noRow);
  const grams = [...times.keys()]
    .filter((gram) => times[gram]! > 0)
    .toSorted((one, other) => times[other]! - times[one]!);
  for (const [place, gram] of grams.entries()) rowOf[gram] = place < ownRows ? place : ownRows + (place % sharedRows);
  return rowOf;
}

function pairAt(bytes: Uint8Array, at: number): number {
  return 0x100 + (bytes[at]! << 8) + bytes[at + 1]!;
}

/** Rows of the grams of a text: of its letter if it has only one, else of its pairs. */
export function gramRows({ rowOf }: Grams, text: Uint8Array): number[] {
  if (text.length === 1) return [rowOf[text[0]!]!];
  return [...new Set(Array.from({ length: text.length - 1 }, (_, at) => rowOf[pairAt(text, at)]!))];
}

/** Whether a row belongs to one gram. */
export function isOwnRow(row: number): boolean {
  return row < ownRows;
}

/** The bits of 32 texts that have all grams of the rows. */
export function wordOf({ bits, words }: Grams, rows: readonly number[], word: number): number {
  let all = -1;
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]!;
    all &= row === noRow ? 0 : bits[row * words + word]!;
  }
  return all;
}

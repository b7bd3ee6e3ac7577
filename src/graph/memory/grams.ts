import { sharedColumn } from './growing-columns.js';

/** Letters of a gram, in bytes. Shorter queries are in most texts. */
export const gramBytes = 3;

/** Consecutive texts share the bits of a block. */
const textsOfBlock = 64;
const textsOfWord = textsOfBlock * 32;

/** Grams are told apart by hash only as far as they fill a tenth of the bits. */
const hashesOfTexts = 4096;
const hashesOfBeginnings = 512;

/** By hash of a gram, then by block of texts: a bit is set if a text of the block has the gram. 8 bytes a text, 1 if beginnings alone count. */
export type Grams = Uint32Array;

/** For texts whose grams are not known: each block may have any. */
export const noGrams: Grams = new Uint32Array(0);

/** @param start by index, the first byte of a text; one more than there are texts */
export function gramsOf(bytes: Uint8Array, start: Uint32Array, onlyBeginnings: boolean): Grams {
  const count = start.length - 1;
  const hashes = onlyBeginnings ? hashesOfBeginnings : hashesOfTexts;
  const words = Math.ceil(count / textsOfWord);
  const grams = sharedColumn(Uint32Array, hashes * words);
  for (let text = 0; text < count; text++) {
    const first = start[text]!;
    const last = Math.min(start[text + 1]! - gramBytes, onlyBeginnings ? first : Infinity);
    const [word, bit] = [Math.floor(text / textsOfWord), 1 << (Math.floor(text / textsOfBlock) & 31)];
    for (let at = first; at <= last; at++) grams[hashAt(bytes, at, hashes) * words + word]! |= bit;
  }
  return grams;
}

function hashAt(bytes: Uint8Array, at: number, hashes: number): number {
  return (Math.imul(bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16), 0x9e3779b1) >>> 16) & (hashes - 1);
}

/** The texts of the blocks that have all grams of a query. */
export class Candidates {
  /** By block; null: all texts are candidates. */
  private readonly bits: Uint32Array | null;

  /** @param count of texts @param onlyBeginnings whether texts have grams of their beginnings only */
  constructor(
    grams: Grams,
    private readonly count: number,
    query: Uint8Array,
    onlyBeginnings: boolean,
  ) {
    this.bits =
      grams.length === 0 || query.length < gramBytes
        ? null
        : bitsOf(grams, count, query, onlyBeginnings ? 1 : Infinity);
  }

  /** The first candidate, from an index on; the number of texts if there is none. */
  from(index: number): number {
    return this.first(index, true);
  }

  /** The first text behind a candidate that is none. */
  endOf(index: number): number {
    return this.first(index, false);
  }

  private first(index: number, isCandidate: boolean): number {
    const { bits, count } = this;
    if (!bits) return isCandidate ? Math.min(index, count) : count;
    for (let text = index; text < count; text = (Math.floor(text / textsOfBlock) + 1) * textsOfBlock) {
      const block = Math.floor(text / textsOfBlock);
      if (((bits[block >>> 5]! & (1 << (block & 31))) !== 0) === isCandidate) return text;
    }
    return count;
  }
}

function bitsOf(grams: Grams, count: number, query: Uint8Array, most: number): Uint32Array {
  const words = Math.ceil(count / textsOfWord);
  const hashes = grams.length / words;
  const bits = new Uint32Array(words).fill(0xffff_ffff);
  for (let at = 0; at <= query.length - gramBytes && at < most; at++) {
    const row = hashAt(query, at, hashes) * words;
    for (let word = 0; word < words; word++) bits[word]! &= grams[row + word]!;
  }
  return bits;
}

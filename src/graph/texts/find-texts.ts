import { type Grams, gramRows, isOwnRow, wordOf } from './grams.js';
import { type Texts, textAt } from './texts.js';

/** How a text matches a query; the greater the better. */
export const Match = { None: 0, Contains: 1, Prefix: 2, Exact: 3 } as const;

/** A query against texts whose common part is their end. All bytes are folded. */
export class TextQuery {
  private readonly bytes: Uint8Array;
  private readonly start: Uint32Array;
  private readonly commonOf: Uint16Array;
  private readonly parts: readonly PartQuery[];

  constructor(
    { own, common, commonOf }: Texts,
    private readonly query: Buffer,
  ) {
    this.bytes = own.bytes;
    this.start = own.start;
    this.commonOf = commonOf;
    this.parts = Array.from({ length: common.start.length - 1 }, (_, part) => partQuery(textAt(common, part), query));
  }

  /** Sets the match of each text that contains the query. @param check called now and then */
  findAll(grams: Grams, matches: Uint8Array, check: () => void): void {
    const rows = gramRows(grams, this.query);
    // A row of its own says for certain that a text has a query of one gram.
    const isCertain = this.query.length <= 2 && isOwnRow(rows[0]!);
    const acrossRows = this.rowsAcross(grams);
    const isInAnyPart = this.parts.some(({ hasQuery }) => hasQuery);
    for (let word = 0; word < grams.words; word++) {
      if ((word & 0xfff) === 0) check();
      const own = wordOf(grams, rows, word);
      let bits = acrossRows ? own | wordOf(grams, acrossRows, word) : own;
      if (isInAnyPart) bits |= this.bitsInParts(word, matches.length);
      for (; bits !== 0; bits &= bits - 1) {
        const bit = bits & -bits;
        const text = word * 32 + 31 - Math.clz32(bit);
        matches[text] = this.match(text, (own & bit) !== 0, isCertain);
      }
    }
  }

  /** @param isPerhapsInOwn false: the query is not in the part that is not common */
  private match(text: number, isPerhapsInOwn: boolean, isCertain: boolean): number {
    if (this.isPrefix(text)) return this.isWhole(text) ? Match.Exact : Match.Prefix;
    if (isPerhapsInOwn && (isCertain || this.isInOwn(text))) return Match.Contains;
    return this.parts[this.commonOf[text]!]!.hasQuery || this.isAcross(text) ? Match.Contains : Match.None;
  }

  /** Rows of what a text has at least if the query ends in its common part; null: it ends in none. */
  private rowsAcross(grams: Grams): readonly number[] | null {
    const lengths = this.parts.map(({ rests }) => rests.find((length) => length > 0) ?? Infinity);
    const least = Math.min(...lengths);
    return least < Infinity ? gramRows(grams, this.query.subarray(0, least)) : null;
  }

  /** The bits of 32 texts whose common part contains the query. */
  private bitsInParts(word: number, count: number): number {
    let bits = 0;
    const end = Math.min((word + 1) * 32, count);
    for (let text = word * 32; text < end; text++)
      if (this.parts[this.commonOf[text]!]!.hasQuery) bits |= 1 << (text & 31);
    return bits;
  }

  /** Whether a text begins with the query. */
  isPrefix(text: number): boolean {
    const { query, bytes } = this;
    const from = this.start[text]!;
    const most = Math.min(this.start[text + 1]! - from, query.length);
    for (let at = 0; at < most; at++) if (bytes[from + at] !== query[at]) return false;
    return most === query.length || this.parts[this.commonOf[text]!]!.rests.includes(most);
  }

  /** Whether a text that begins with the query is the query. */
  isWhole(text: number): boolean {
    const own = this.start[text + 1]! - this.start[text]!;
    return own + this.parts[this.commonOf[text]!]!.length === this.query.length;
  }

  private isInOwn(text: number): boolean {
    const { query, bytes } = this;
    const { length } = query;
    const letter = query[0]!;
    const last = this.start[text + 1]! - length;
    for (let from = this.start[text]!; from <= last; from++) {
      if (bytes[from] !== letter) continue;
      let at = 1;
      while (at < length && bytes[from + at] === query[at]) at++;
      if (at === length) return true;
    }
    return false;
  }

  /** Whether the query begins in the part of the text that is not common, and ends in the common one. */
  private isAcross(text: number): boolean {
    const { query, bytes } = this;
    const { rests } = this.parts[this.commonOf[text]!]!;
    const end = this.start[text + 1]!;
    const own = end - this.start[text]!;
    for (let index = 0; index < rests.length; index++) {
      const length = rests[index]!;
      if (length > own) return false;
      let at = length;
      while (at > 0 && bytes[end - length + at - 1] === query[at - 1]) at--;
      if (at === 0) return true;
    }
    return false;
  }
}

/** A query against a common part. */
interface PartQuery {
  readonly length: number;
  readonly hasQuery: boolean;
  /** Lengths, ascending: the part begins with all of the query behind so many bytes. */
  readonly rests: readonly number[];
}

function partQuery(part: Buffer, query: Buffer): PartQuery {
  const rests: number[] = [];
  for (let length = Math.max(query.length - part.length, 0); length < query.length; length++)
    if (startsWith(part, query, length)) rests.push(length);
  return { length: part.length, hasQuery: part.includes(query), rests };
}

/** Whether a text starts with the query behind its first `from` bytes. */
function startsWith(text: Uint8Array, query: Uint8Array, from: number): boolean {
  for (let at = from; at < query.length; at++) if (text[at - from] !== query[at]) return false;
  return true;
}

import { Candidates, gramBytes, type Grams, gramsOf, noGrams } from './grams.js';
import { sharedColumn, withRoom } from './growing-columns.js';

/** Texts in UTF-8, one after the other, in memory that threads share. */
export interface Texts {
  readonly bytes: Uint8Array;
  /** By index, the first byte of a text. One more than there are texts. */
  readonly start: Uint32Array;
  /** Of all texts; none if nobody searches for parts of them. */
  readonly grams: Grams;
  /** Of the beginnings of texts, likewise. */
  readonly beginnings: Grams;
}

/**
 * Returns a text as search compares it: in upper case, and with composed letters. A few letters, such as İ and ẞ, equal their lower
 * case only after it.
 */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
}

const lowerA = 0x61;
const lowerZ = 0x7a;
const toUpper = 0x20;
const firstBeyondAscii = 0x80;

/** Places of texts are numbers of 32 bits. */
const maxBytes = 0xffff_ffff;

/** Folds texts and joins them. */
export class TextsBuilder {
  private count = 0;
  private bytes = Buffer.alloc(1024);
  private start = new Uint32Array(64);
  private end = 0;

  /** Adds a text, given as bytes of UTF-8. Most are ASCII and need no string. */
  add(source: Buffer, from: number, to: number): void {
    this.makeRoom(to - from);
    let at = this.end;
    for (let index = from; index < to; index++) {
      const byte = source[index]!;
      if (byte >= firstBeyondAscii) {
        const folded = foldText(source.toString('utf8', from, to));
        this.makeRoom(Buffer.byteLength(folded));
        this.endText(this.end + this.bytes.write(folded, this.end));
        return;
      }
      this.bytes[at++] = byte >= lowerA && byte <= lowerZ ? byte - toUpper : byte;
    }
    this.endText(at);
  }

  /** @param searched the part of the texts that is searched often */
  finish(searched: 'all' | 'beginnings' | 'none' = 'none'): Texts {
    const bytes = sharedColumn(Uint8Array, this.end);
    bytes.set(this.bytes.subarray(0, this.end));
    const start = sharedColumn(Uint32Array, this.count + 1);
    start.set(this.start.subarray(0, this.count + 1));
    const grams = searched === 'all' ? gramsOf(bytes, start, false) : noGrams;
    const beginnings = searched === 'beginnings' ? gramsOf(bytes, start, true) : noGrams;
    return { bytes, start, grams, beginnings };
  }

  private endText(end: number): void {
    this.end = end;
    this.count++;
    this.start = withRoom(this.start, this.count + 1);
    this.start[this.count] = end;
  }

  private makeRoom(more: number): void {
    if (this.end + more > maxBytes)
      throw new Error('the names, object ids or distinguished names of the graph take more than 4 GiB');
    if (this.end + more <= this.bytes.length) return;
    const larger = Buffer.alloc(Math.max(this.end + more, this.bytes.length * 2));
    larger.set(this.bytes.subarray(0, this.end));
    this.bytes = larger;
  }
}

/** How a text matches a query; the greater the better. */
export const Match = { None: 0, Contains: 1, Prefix: 2, Exact: 3 } as const;

/** Whether the text at an index is the query, or begins with it. */
export function matchBeginning(texts: Texts, index: number, query: Uint8Array): number {
  const from = texts.start[index]!;
  const length = texts.start[index + 1]! - from;
  if (length < query.length || !hasAt(texts.bytes, from, query)) return Match.None;
  return length === query.length ? Match.Exact : Match.Prefix;
}

/** Finds texts that begin with a query. They are visited in ascending order. */
export class Beginnings {
  /** The text that was found last. */
  private text = -1;
  private readonly candidates: Candidates;
  /** The end of the candidates that are visited. */
  private end = 0;

  constructor(
    private readonly texts: Texts,
    private readonly query: Uint8Array,
  ) {
    this.candidates = new Candidates(texts.beginnings, texts.start.length - 1, query, true);
  }

  /** How the text at an index, which must not be less than the former one, matches the query. */
  matchOf(index: number): number {
    return this.text > index ? Match.None : matchBeginning(this.texts, index, this.query);
  }

  /** The first index, from one on, of a text that begins with the query; the number of texts if there is none. */
  nextFrom(index: number): number {
    if (this.text >= index) return this.text;
    const { bytes, start } = this.texts;
    const { length } = this.query;
    const count = start.length - 1;
    const isFound = (text: number) =>
      start[text + 1]! - start[text]! >= length && hasAt(bytes, start[text]!, this.query);
    let text = index;
    do {
      if (text >= this.end) {
        text = this.candidates.from(text);
        this.end = this.candidates.endOf(text);
      }
      while (text < this.end && !isFound(text)) text++;
    } while (text === this.end && text < count);
    this.text = text;
    return text;
  }
}

/** Texts that are tried one by one before a binary search. */
const nearTexts = 8;

/** Finds a query in texts that are visited in ascending order. The native search skips those that do not contain it. */
export class Occurrences {
  private readonly bytes: Buffer;
  /** The first occurrence in or behind the text that was visited last. */
  private next = -1;
  /** The text that was found last, and how it matches. */
  private text = -1;
  private match: number = Match.None;
  private readonly candidates: Candidates;
  /** The bytes up to the end of the candidates that are searched, and that end. */
  private searched: Buffer;
  private end = 0;

  constructor(
    private readonly texts: Texts,
    private readonly query: Uint8Array,
  ) {
    const { buffer, byteOffset, byteLength } = texts.bytes;
    this.bytes = Buffer.from(buffer, byteOffset, byteLength);
    this.searched = this.bytes.subarray(0, 0);
    this.candidates = new Candidates(texts.grams, texts.start.length - 1, query, false);
  }

  /** How the text at an index, which must not be less than the former one, matches the query. */
  matchOf(index: number): number {
    if (index <= this.text) return index === this.text ? this.match : Match.None;
    const { start } = this.texts;
    // Texts are sorted by their beginnings: if one begins with the query, the next ones often do.
    const beginning = matchBeginning(this.texts, index, this.query);
    if (beginning !== Match.None) return beginning;
    const [end, { length }] = [start[index + 1]!, this.query];
    const at = length < gramBytes ? this.scan(start[index]!, end - length) : this.search(index);
    return at + length > end ? Match.None : Match.Contains;
  }

  /** The first index, from one on, of a text that contains the query; the number of texts if there is none. */
  nextFrom(index: number): number {
    if (this.text >= index) return this.text;
    const { start } = this.texts;
    const count = start.length - 1;
    const isShort = this.query.length < gramBytes;
    let text = index;
    let match: number = Match.None;
    while (text < count && (match = this.matchOf(text)) === Match.None)
      text = isShort ? text + 1 : this.textAt(this.next, text + 1);
    this.text = text;
    this.match = match;
    return text;
  }

  /** The text, from an index on, that holds a byte; the number of texts if it is behind all. */
  private textAt(byte: number, index: number): number {
    const { start } = this.texts;
    let [low, high] = [index, start.length - 1];
    // It is often one of the next.
    for (const near = Math.min(index + nearTexts, high); low < near && start[low + 1]! <= byte;) low++;
    if (low < index + nearTexts) return low;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (start[middle + 1]! <= byte) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private scan(from: number, last: number): number {
    for (let at = from; at <= last; at++) if (hasAt(this.bytes, at, this.query)) return at;
    return Infinity;
  }

  private search(index: number): number {
    const { start } = this.texts;
    if (this.next >= start[index]!) return this.next;
    let text = index;
    for (;;) {
      if (text >= this.end) {
        text = this.candidates.from(text);
        if (text >= start.length - 1) return (this.next = Infinity);
        this.end = this.candidates.endOf(text);
        this.searched = this.bytes.subarray(0, start[this.end]);
      }
      const found = this.searched.indexOf(this.query, start[text]);
      if (found >= 0) return (this.next = found);
      text = this.end;
    }
  }
}

/** Compares the end first: object ids of a domain have the same beginning. */
function hasAt(bytes: Uint8Array, at: number, query: Uint8Array): boolean {
  for (let index = query.length - 1; index >= 0; index--) if (bytes[at + index] !== query[index]) return false;
  return true;
}

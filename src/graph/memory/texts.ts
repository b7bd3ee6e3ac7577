import { sharedColumn, withRoom } from './growing-columns.js';

/** Texts in UTF-8, one after the other, in memory that threads share. */
export interface Texts {
  readonly bytes: Uint8Array;
  /** By index, the first byte of a text. One more than there are texts. */
  readonly start: Uint32Array;
}

/** Returns a text as search compares it: in upper case, and with composed letters. */
export function foldText(text: string): string {
  return text.normalize('NFC').toUpperCase();
}

const lowerA = 0x61;
const lowerZ = 0x7a;
const toUpper = 0x20;
const firstBeyondAscii = 0x80;

/** Places of texts are numbers of 32 bits. */
const mostBytes = 0xffff_ffff;

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

  finish(): Texts {
    const bytes = sharedColumn(Uint8Array, this.end);
    bytes.set(this.bytes.subarray(0, this.end));
    const start = sharedColumn(Uint32Array, this.count + 1);
    start.set(this.start.subarray(0, this.count + 1));
    return { bytes, start };
  }

  private endText(end: number): void {
    this.end = end;
    this.count++;
    this.start = withRoom(this.start, this.count + 1);
    this.start[this.count] = end;
  }

  private makeRoom(more: number): void {
    if (this.end + more > mostBytes)
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

/** Whether the text at an index contains the query. */
export function contains({ bytes, start }: Texts, index: number, query: Uint8Array): boolean {
  const first = query[0];
  const last = start[index + 1]! - query.length;
  for (let at = start[index]!; at <= last; at++) if (bytes[at] === first && hasAt(bytes, at, query)) return true;
  return false;
}

function hasAt(bytes: Uint8Array, at: number, query: Uint8Array): boolean {
  for (let index = 0; index < query.length; index++) if (bytes[at + index] !== query[index]) return false;
  return true;
}

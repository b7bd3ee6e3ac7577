import { sharedColumn } from '../memory/growing-columns.js';
import type { TextBlock } from './raw-texts.js';

/** Texts by index, in memory that threads share. A beginning or an end that many of them have is stored once. */
export interface Texts {
  /** What is not common. */
  readonly own: TextBlock;
  /** The first is empty. */
  readonly common: TextBlock;
  /** By index of a text: its part in `common`. */
  readonly commonOf: Uint16Array;
}

/** Which part of texts may be common, and the bytes that it begins or ends with. */
export interface TextShape {
  readonly common: 'beginning' | 'end';
  readonly separators: readonly number[];
}

/** `ALICE@BIRCH.LOCAL`, `FS01.BIRCH.LOCAL` */
export const nameShape: TextShape = { common: 'end', separators: [...Buffer.from('@.')] };

/** `CN=ALICE,OU=SALES,DC=BIRCH,DC=LOCAL` */
export const distinguishedNameShape: TextShape = { common: 'end', separators: [...Buffer.from(',')] };

/** `S-1-5-21-1-2-3-1104` */
export const objectidShape: TextShape = { common: 'beginning', separators: [...Buffer.from('-')] };

/** So many texts are looked at to find common parts. A part is common if one text in `oftenIn` has it. */
const mostSampled = 20_000;
const oftenIn = 1000;
const mostParts = 0xfff0;

/** @param order by index of the result: the index of the text in `raw` */
export function textsOf(raw: TextBlock, shape: TextShape, order: Uint32Array): Texts {
  const parts = new CommonParts(raw, shape);
  const isEnd = shape.common === 'end';
  const commonOf = sharedColumn(Uint16Array, order.length);
  const start = sharedColumn(Uint32Array, order.length + 1);
  const own = new Uint8Array(raw.bytes.length);
  let end = 0;
  for (let index = 0; index < order.length; index++) {
    let from = raw.start[order[index]!]!;
    let to = raw.start[order[index]! + 1]!;
    const part = parts.of(from, to);
    commonOf[index] = part;
    if (isEnd) to -= parts.lengths[part]!;
    else from += parts.lengths[part]!;
    while (from < to) own[end++] = raw.bytes[from++]!;
    start[index + 1] = end;
  }
  return { own: { bytes: sharedBytes(own.subarray(0, end)), start }, common: blockOf(parts.texts), commonOf };
}

/** Finds the longest common part of a text without making strings, by hashes of all parts that it could be. */
class CommonParts {
  /** In latin1, so that each byte is a character. The first is empty. */
  readonly texts: readonly string[];
  readonly lengths: readonly number[];
  private readonly longest: number;
  private readonly byHash = new Map<number, number>();
  private readonly bytes: Buffer;
  private readonly isEnd: boolean;
  private readonly isSeparator = new Uint8Array(256);

  constructor({ bytes, start }: TextBlock, { common, separators }: TextShape) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.isEnd = common === 'end';
    for (const separator of separators) this.isSeparator[separator] = 1;
    this.texts = ['', ...this.sample(start)];
    this.lengths = this.texts.map(({ length }) => length);
    this.longest = Math.max(...this.lengths);
    for (const [index, text] of this.texts.entries()) {
      const part = Buffer.from(text, 'latin1');
      const hash = (this.isEnd ? part.toReversed() : part).reduce(nextHash, firstHash);
      if (index > 0) this.byHash.set(hash, index);
    }
  }

  /** The index of the longest part that a text has. */
  of(from: number, to: number): number {
    const length = Math.min(to - from, this.longest);
    let hash = firstHash;
    let found = 0;
    for (let distance = 0; distance < length; distance++) {
      const byte = this.bytes[this.isEnd ? to - 1 - distance : from + distance]!;
      hash = nextHash(hash, byte);
      if (this.isSeparator[byte] === 0) continue;
      const part = this.byHash.get(hash);
      if (part !== undefined && this.texts[part] === this.partOf(from, to, distance + 1)) found = part;
    }
    return found;
  }

  private sample(start: Uint32Array): string[] {
    const count = start.length - 1;
    const step = Math.max(Math.floor(count / mostSampled), 1);
    const times = new Map<string, number>();
    for (let index = 0; index < count; index += step) {
      const from = start[index]!;
      const to = start[index + 1]!;
      for (let at = from; at < to; at++) {
        if (this.isSeparator[this.bytes[at]!] === 0) continue;
        const part = this.partOf(from, to, this.isEnd ? to - at : at + 1 - from);
        times.set(part, (times.get(part) ?? 0) + 1);
      }
    }
    const often = Math.max(count / step / oftenIn, 2);
    return [...times].flatMap(([part, number]) => (number >= often ? [part] : [])).slice(0, mostParts);
  }

  private partOf(from: number, to: number, length: number): string {
    return this.isEnd
      ? this.bytes.toString('latin1', to - length, to)
      : this.bytes.toString('latin1', from, from + length);
  }
}

const firstHash = 0;

function nextHash(hash: number, byte: number): number {
  return (Math.imul(hash, 31) + byte + 1) | 0;
}

function blockOf(parts: readonly string[]): TextBlock {
  const start = sharedColumn(Uint32Array, parts.length + 1);
  for (const [index, part] of parts.entries()) start[index + 1] = start[index]! + part.length;
  return { bytes: sharedBytes(Buffer.from(parts.join(''), 'latin1')), start };
}

function sharedBytes(bytes: Uint8Array): Uint8Array {
  const shared = sharedColumn(Uint8Array, bytes.length);
  shared.set(bytes);
  return shared;
}

/** One text of a block. */
export function textAt({ bytes, start }: TextBlock, index: number): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start[index]!, start[index + 1]! - start[index]!);
}

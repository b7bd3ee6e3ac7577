/** Part of the seed of a random stream: the seed of the estate first, then the path of the object. */
export type Label = string | number;

const HEX = '0123456789ABCDEF';

/** FNV-1a over the UTF-16 units of `text`, with the finaliser of MurmurHash3, so that similar texts have different hashes. */
function hashWord(text: string, basis: number): number {
  let hash = basis >>> 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * sfc32 (Chris Doty-Humphrey's Small Fast Counting generator), seeded by a path of labels. Every object of the estate draws
 * from a stream of its own, so that objects can be made in any order and again, without being kept.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(...labels: readonly Label[]) {
    const text = labels.join('\u0000');
    this.a = hashWord(text, 0x811c9dc5);
    this.b = hashWord(text, 0x9e3779b9);
    this.c = hashWord(text, 0x6a09e667);
    for (let i = 0; i < 12; i++) this.next();
  }

  /** The next 32 bits, unsigned. */
  next(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number {
    return Math.floor((this.next() / 0x1_0000_0000) * limit);
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.next() / 0x1_0000_0000 < probability;
  }

  pick<T>(list: readonly T[]): T {
    const chosen = list[this.below(list.length)];
    if (chosen === undefined) throw new RangeError('nothing to pick from');
    return chosen;
  }

  /** `count` different whole numbers below `limit`, ascending; all of them if there are no more. */
  distinct(count: number, limit: number): number[] {
    if (count >= limit) return Array.from({ length: limit }, (_, i) => i);
    const chosen = new Set<number>();
    while (chosen.size < count) chosen.add(this.below(limit));
    return [...chosen].toSorted((x, y) => x - y);
  }

  /** The list in a random order. */
  shuffled<T>(list: readonly T[]): T[] {
    const placed = list.map((it) => ({ it, place: this.next() }));
    return placed.toSorted((one, other) => one.place - other.place).map(({ it }) => it);
  }

  /** `length` hexadecimal digits, upper case. */
  hex(length: number): string {
    let digits = '';
    while (digits.length < length) digits += HEX.charAt(this.below(16));
    return digits;
  }

  /** A version 4 GUID, upper case. */
  guid(): string {
    const variant = HEX.charAt(8 + this.below(4));
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-${variant}${this.hex(3)}-${this.hex(12)}`;
  }
}

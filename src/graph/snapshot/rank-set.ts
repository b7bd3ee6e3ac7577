/** Distinct ranks below a limit: how many there are, and those from one place of their order up to another. */
export interface RankSet {
  readonly size: number;
  slice(from: number, to: number): Int32Array;
}

/** For few: sorts `ranks`, which may hold repeats, in place. */
export function sortedRanks(ranks: Int32Array): RankSet {
  ranks.sort();
  let size = 0;
  let last = -1;
  for (const rank of ranks) {
    if (rank === last) continue;
    last = rank;
    ranks[size++] = rank;
  }
  return { size, slice: (from, to) => ranks.slice(from, Math.min(to, size)) };
}

/** For many: one bit a rank. */
export class RankBits implements RankSet {
  private readonly words: Int32Array;
  private count: number | undefined;

  /** @param limit every rank is below it */
  constructor(readonly limit: number) {
    this.words = new Int32Array(wordsFor(limit));
  }

  add(rank: number): void {
    const word = rank >>> 5;
    this.words[word] = (this.words[word] ?? 0) | (1 << (rank & 31));
  }

  remove(rank: number): void {
    const word = rank >>> 5;
    this.words[word] = (this.words[word] ?? 0) & ~(1 << (rank & 31));
  }

  /** Adds those of another set with the same limit. */
  addAll({ words: added }: RankBits): void {
    const { words } = this;
    for (let at = 0; at < words.length; at++) words[at] = (words[at] ?? 0) | (added[at] ?? 0);
  }

  has(rank: number): boolean {
    return ((this.words[rank >>> 5] ?? 0) & (1 << (rank & 31))) !== 0;
  }

  /** The same by another order. */
  through(rankOf: Int32Array): RankBits {
    const result = new RankBits(this.limit);
    for (let at = 0; at < this.words.length; at++)
      for (let word = this.words[at] ?? 0; word !== 0; word &= word - 1)
        result.add(rankOf[at * 32 + lowest(word)] ?? 0);
    return result;
  }

  /** Asked for when none is added or removed any more. */
  get size(): number {
    return (this.count ??= onesInAll(this.words));
  }

  slice(from: number, to: number): Int32Array {
    const found = new Int32Array(Math.max(Math.min(to, this.size) - from, 0));
    let place = 0;
    for (let at = 0; at < this.words.length && place < from + found.length; at++) {
      let word = this.words[at] ?? 0;
      const ones = onesIn(word);
      if (place + ones <= from) {
        place += ones;
        continue;
      }
      for (; word !== 0; word &= word - 1, place++) if (place >= from) found[place - from] = at * 32 + lowest(word);
    }
    return found;
  }
}

/** Words of 32 bits that hold a bit for each rank below `limit`. */
export function wordsFor(limit: number): number {
  return (limit + 31) >>> 5;
}

/** Place of the lowest bit that is set. */
function lowest(word: number): number {
  return 31 - Math.clz32(word & -word);
}

function onesInAll(words: Int32Array): number {
  let sum = 0;
  for (let at = 0; at < words.length; at++) sum += onesIn(words[at] ?? 0);
  return sum;
}

function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

import type { RankBits, RankSet } from './rank-set.js';
import type { Ranking } from './ranking.js';

/** To put one rank into another order takes as long as to look at so many, one after the other. */
const looksPerMove = 4;

/**
 * The computers whose numbers are in `bits`, by their ranks in another order. Pages of many are found by going through that order
 * from the nearer end; few that are far apart are put into it first.
 */
export class OrderedBits implements RankSet {
  constructor(
    private readonly bits: RankBits,
    private readonly ranking: Ranking,
  ) {}

  get size(): number {
    return this.bits.size;
  }

  slice(from: number, to: number): Int32Array {
    const { bits, ranking, size } = this;
    const end = Math.min(to, size);
    if (from >= end) return new Int32Array();
    const nearest = Math.min(end, size - from);
    const looks = (nearest / size) * bits.limit;
    if (looks > size * looksPerMove) return bits.through(ranking.rankOf).slice(from, end);
    return nearest === end ? this.fromFirst(from, end) : this.fromLast(from, end);
  }

  private fromFirst(from: number, to: number): Int32Array {
    const { bits } = this;
    const { atRank } = this.ranking;
    const found = new Int32Array(to - from);
    for (let rank = 0, place = 0; place < to; rank++) {
      if (!bits.has(atRank[rank] ?? 0)) continue;
      if (place >= from) found[place - from] = rank;
      place++;
    }
    return found;
  }

  private fromLast(from: number, to: number): Int32Array {
    const { bits } = this;
    const { atRank } = this.ranking;
    const found = new Int32Array(to - from);
    for (let rank = bits.limit - 1, place = this.size; place > from; rank--) {
      if (!bits.has(atRank[rank] ?? 0)) continue;
      place--;
      if (place < to) found[place - from] = rank;
    }
    return found;
  }
}

import { LRUCache } from 'lru-cache';
import type { TargetList } from './adjacency.js';
import type { Computers } from './computers.js';
import { RankBits, wordsFor } from './rank-set.js';

/** For all holders together; those asked for longest ago are let go of, and made again when they are asked for. */
const mostBytes = 32 * 1024 * 1024;

/** A cache allocates an entry for each at once. */
const mostHolders = 20_000;

/**
 * The computers that single holders of rights have edges to, as bits: for those with so many that to mark each of them takes longer
 * than to take them over from bits. Made when first asked for, kept through changes of edges, and only as good as `computers`.
 */
export class HolderBits {
  private readonly kept: LRUCache<number, RankBits>;

  constructor(
    private readonly computers: Computers,
    bytes = mostBytes,
  ) {
    this.kept = new LRUCache({ max: Math.min(holdersWithin(bytes, computers.size), mostHolders) });
  }

  /** @param targetsOf asked where they are not kept */
  of(holder: number, targetsOf: (holder: number) => TargetList): RankBits {
    const known = this.kept.get(holder);
    if (known) return known;
    const bits = this.marked(targetsOf(holder));
    this.kept.set(holder, bits);
    return bits;
  }

  /** Follows an edge from a holder that came or went. */
  change(holder: number, target: number, isThere: boolean): void {
    const bits = this.kept.peek(holder);
    const number = this.computers.numberOf(target);
    if (!bits || number < 0) return;
    if (isThere) bits.add(number);
    else bits.remove(number);
  }

  private marked(list: TargetList): RankBits {
    const bits = new RankBits(this.computers.size);
    this.computers.mark(list, bits);
    return bits;
  }
}

/** How many are kept for so many computers: 536 for half a million, of 62,500 bytes each. */
export function holdersWithin(bytes: number, computers: number): number {
  return Math.max(Math.floor(bytes / (wordsFor(computers) * Int32Array.BYTES_PER_ELEMENT)), 1);
}

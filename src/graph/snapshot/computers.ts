import type { EntityPageRequest } from '../graph-reader.js';
import type { TargetList } from './adjacency.js';
import type { NodeIndex } from './node-index.js';
import type { RankBits } from './rank-set.js';
import { type Ranking, rankingFor, type Rankings } from './ranking.js';

/** The computers of one version, which alone can be results, and their orders. Transferable between threads. */
export interface ComputersData {
  readonly version: number;
  /** By name, then id. */
  readonly ids: Int32Array;
  readonly rankings: Rankings;
}

/** Computers by their number, the place in `ids`, which is their rank by name. */
export class Computers {
  private readonly ids: Int32Array;
  private readonly rankings: Rankings;
  /** By index of the node: its number as a computer, or -1. */
  private readonly numbers: Int32Array;

  constructor(
    { ids, rankings }: ComputersData,
    private readonly nodes: NodeIndex,
  ) {
    this.ids = ids;
    this.rankings = rankings;
    const { atRank } = rankings.id;
    const indexes = nodes.ensureAll(atRank.map((number) => ids[number] ?? 0));
    this.numbers = new Int32Array(nodes.size).fill(-1);
    for (const [rank, index] of indexes.entries()) this.numbers[index] = atRank[rank] ?? -1;
  }

  get size(): number {
    return this.ids.length;
  }

  hasId(id: number): boolean {
    const index = this.nodes.indexOf(id);
    return index !== undefined && (this.numbers[index] ?? -1) >= 0;
  }

  /** @param index of any node @returns -1 where that is no computer */
  numberOf(index: number): number {
    return this.numbers[index] ?? -1;
  }

  idOf(number: number): number {
    return this.ids[number] ?? 0;
  }

  /** @returns null for the order of the numbers */
  rankingFor(order: EntityPageRequest['order']): { readonly ranking: Ranking | null; readonly descending: boolean } {
    const { name, descending } = rankingFor(order);
    return { ranking: name && this.rankings[name], descending };
  }

  /** Adds the numbers of those nodes of a list that are computers. */
  mark({ targets, from, to }: TargetList, bits: RankBits): void {
    const { numbers } = this;
    for (let at = from; at < to; at++) {
      const number = numbers[targets[at] ?? 0] ?? -1;
      if (number >= 0) bits.add(number);
    }
  }

  /** As {@link mark}, into an array from `count` on. @returns how many it holds then */
  collect({ targets, from, to }: TargetList, found: Int32Array, count: number): number {
    const { numbers } = this;
    let next = count;
    for (let at = from; at < to; at++) {
      const number = numbers[targets[at] ?? 0] ?? -1;
      if (number >= 0) found[next++] = number;
    }
    return next;
  }
}

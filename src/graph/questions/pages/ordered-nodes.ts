import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { NodeRanks } from './chosen-nodes.js';

/** An order of nodes; their ids break ties. */
export interface NodeOrder {
  readonly by: readonly (Ranking & { readonly descending: boolean })[];
  readonly idDescending: boolean;
  /** Places of kinds in an order, for `label`. */
  readonly labelRanks?: Readonly<Record<number, number>>;
}

/** Places of nodes: known to memory, or given. */
type Ranking = { readonly rank: 'nameRank' | 'objectidRank' | 'label' } | { readonly ranks: NodeRanks };

type Ranked = Pick<MemoryGraph, 'ranks' | 'kindOf'>;

/** Greater than any place. */
const ranklessNode = 2 ** 40;

/** Of an entry of a map. */
const bytesARank = 48;

/** A part of at most this number of nodes is sorted as a whole. */
const smallPart = 256;

/**
 * Nodes in an order, sorted as far as pages of them are read. A page splits the parts that it needs as quicksort does. The splits are kept,
 * so that the next page compares few nodes.
 */
export class OrderedNodes {
  private readonly compare: (one: number, other: number) => number;
  /** Ends of parts, ascending: all nodes before such a place precede all behind it. */
  private readonly ends: number[];
  /** Bytes that it takes. */
  readonly bytes: number;

  /** @param nodes each once; their places change */
  constructor(
    graph: Ranked,
    private readonly nodes: Int32Array,
    order: NodeOrder,
  ) {
    this.compare = comparisonOf(graph, order);
    this.ends = [nodes.length];
    this.bytes =
      nodes.byteLength + order.by.reduce((sum, it) => sum + ('ranks' in it ? it.ranks.size * bytesARank : 0), 0);
  }

  get count(): number {
    return this.nodes.length;
  }

  page({ skip, limit }: { readonly skip: number; readonly limit: number }): number[] {
    const end = Math.min(skip + limit, this.count);
    for (let at = skip; at < end;) at = this.sortAround(at);
    return Array.from(this.nodes.subarray(skip, end));
  }

  /** Sorts a part with this place. @returns its end */
  private sortAround(place: number): number {
    const part = this.ends.findIndex((end) => end > place);
    const start = this.ends[part - 1] ?? 0;
    const end = this.ends[part]!;
    if (end - start > smallPart) {
      this.ends.splice(part, 0, this.split(start, end));
      return this.sortAround(place);
    }
    this.nodes.subarray(start, end).sort(this.compare);
    return end;
  }

  /** Moves the nodes that precede a random one to the front, so that no order of the nodes is slow. @returns the end of these nodes */
  private split(start: number, end: number): number {
    const { nodes, compare } = this;
    const pivot = nodes[start + Math.floor(Math.random() * (end - start))]!;
    let middle = start;
    for (let at = start; at < end; at++) {
      const node = nodes[at]!;
      if (compare(node, pivot) >= 0) continue;
      nodes[at] = nodes[middle]!;
      nodes[middle++] = node;
    }
    return middle;
  }
}

function comparisonOf(
  graph: Ranked,
  { by, idDescending, labelRanks = {} }: NodeOrder,
): (one: number, other: number) => number {
  const labelRank = (node: number) => labelRanks[graph.kindOf(node)] ?? 0;
  const columns = by.map(({ descending, ...ranking }) => {
    const sign = descending ? -1 : 1;
    if (!('ranks' in ranking))
      return { rankOf: ranking.rank === 'label' ? labelRank : graph.ranks(ranking.rank), sign };
    const { ranks } = ranking;
    return { rankOf: (node: number) => ranks.get(node) ?? sign * ranklessNode, sign };
  });
  const idSign = idDescending ? -1 : 1;
  return (one, other) => {
    for (const { rankOf, sign } of columns) {
      const difference = rankOf(one) - rankOf(other);
      if (difference !== 0) return difference * sign;
    }
    return (one - other) * idSign;
  };
}

import type { MemoryGraph } from '../memory/memory-graph.js';

/** An order of nodes; their ids break ties. */
export interface NodeOrder {
  readonly by: readonly { readonly rank: 'nameRank' | 'objectidRank'; readonly descending: boolean }[];
  readonly idDescending: boolean;
}

/** Candidates that are kept before they are sorted. */
const fewestKept = 256;

/** The nodes from place `skip` on, `limit` at most, in an order. Takes little more than one look at each node for the first pages. */
export function pageOf(
  graph: MemoryGraph,
  nodes: Int32Array,
  order: NodeOrder,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): number[] {
  const end = skip + limit;
  if (limit === 0 || skip >= nodes.length) return [];
  const columns = order.by.map(({ rank, descending }) => ({ rankOf: graph.ranks(rank), sign: descending ? -1 : 1 }));
  const compare = comparison(columns, order.idDescending ? -1 : 1);
  const [{ rankOf, sign } = { rankOf: () => 0, sign: 1 }] = columns;
  let best: number[] = [];
  /** Nodes that come after it in the first column are not on the page. */
  let bound = Infinity;
  for (const node of nodes) {
    if (rankOf(node) * sign > bound) continue;
    best.push(node);
    if (best.length < Math.max(2 * end, fewestKept)) continue;
    best = best.toSorted(compare).slice(0, end);
    bound = rankOf(best[end - 1]!) * sign;
  }
  return best.toSorted(compare).slice(skip, end);
}

interface OrderColumn {
  readonly rankOf: (node: number) => number;
  readonly sign: number;
}

function comparison(columns: readonly OrderColumn[], idSign: number): (one: number, other: number) => number {
  return (one, other) => {
    for (const { rankOf, sign } of columns) {
      const difference = rankOf(one) - rankOf(other);
      if (difference !== 0) return difference * sign;
    }
    return (one - other) * idSign;
  };
}

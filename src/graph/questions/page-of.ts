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
  nodes: readonly number[],
  order: NodeOrder,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): number[] {
  const end = skip + limit;
  if (limit === 0 || skip >= nodes.length) return [];
  const compare = comparison(graph, order);
  let best: number[] = [];
  let worst: number | undefined;
  for (const node of nodes) {
    if (worst !== undefined && compare(node, worst) > 0) continue;
    best.push(node);
    if (best.length < Math.max(2 * end, fewestKept)) continue;
    best = best.toSorted(compare).slice(0, end);
    worst = best.at(-1);
  }
  return best.toSorted(compare).slice(skip, end);
}

function comparison(graph: MemoryGraph, { by, idDescending }: NodeOrder): (one: number, other: number) => number {
  return (one, other) => {
    for (const { rank, descending } of by) {
      const difference = graph.rankOf(one, rank) - graph.rankOf(other, rank);
      if (difference !== 0) return descending ? -difference : difference;
    }
    return idDescending ? other - one : one - other;
  };
}

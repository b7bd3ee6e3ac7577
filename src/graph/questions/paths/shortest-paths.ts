import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import { kindSetOf } from '../kind-set.js';
import { distancesFrom, distancesFromAll } from './distances-to-ends.js';
import { type PathSubgraph, SubgraphBuilder } from './path-subgraph.js';

/** Nodes by id, or all nodes of a kind. */
export type NodeSelection = { readonly ids: ArrayLike<number> } | { readonly kind: number };

export interface ShortestPathsArguments {
  readonly starts: NodeSelection;
  readonly ends: NodeSelection;
  /** Kinds of the edges; null: all. */
  readonly kinds: readonly number[] | null;
  readonly maxNodes: number;
}

/**
 * All shortest paths from each start to the ends that are nearest to it. A start that is an end, too, has no path.
 * @returns no nodes if there is no path
 */
export function shortestPaths(
  graph: MemoryGraph,
  { starts, ends, kinds, maxNodes }: ShortestPathsArguments,
  interrupt: Interrupt,
): PathSubgraph {
  const endIds = selected(graph, ends);
  const endSet = new Set(endIds);
  const startIds = selected(graph, starts).filter((node) => !endSet.has(node));
  const followed = kindSetOf(kinds);
  const [only] = startIds;
  if (only === undefined || endIds.length === 0) return { ids: [], edges: [], truncated: false };
  const distances =
    startIds.length === 1
      ? distancesFrom(graph, only, endIds, followed, interrupt)
      : distancesFromAll(graph, startIds, endIds, followed, interrupt);
  const found = startIds
    .filter((node) => distances.of(node) >= 0)
    .toSorted((one, other) => distances.of(one) - distances.of(other));
  return new SubgraphBuilder(graph, distances, followed, maxNodes, interrupt).build(found);
}

/** The nodes that exist, each once, ascending. */
function selected(graph: MemoryGraph, selection: NodeSelection): number[] {
  const found: number[] = [];
  if ('kind' in selection) {
    for (let node = 0; node < graph.size; node++) if (graph.hasKind(node, selection.kind)) found.push(node);
    return found;
  }
  return [...new Set(Array.from(selection.ids))]
    .filter((node) => graph.exists(node))
    .toSorted((one, other) => one - other);
}

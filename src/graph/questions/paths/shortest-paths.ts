import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import { kindSetOf } from '../kind-set.js';
import { distancesFrom, distancesFromAll } from './distances-to-ends.js';
import { inIds, type PathSubgraph, SubgraphBuilder } from './path-subgraph.js';

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
  const endNodes = selected(graph, ends);
  const endSet = new Set(endNodes);
  const startNodes = selected(graph, starts).filter((node) => !endSet.has(node));
  const followed = kindSetOf(kinds);
  const [only] = startNodes;
  if (only === undefined || endNodes.length === 0) return { ids: [], edges: [], truncated: false };
  const distances =
    startNodes.length === 1
      ? distancesFrom(graph, only, endNodes, followed, interrupt)
      : distancesFromAll(graph, startNodes, endNodes, followed, interrupt);
  const found = startNodes
    .filter((node) => distances.of(node) >= 0)
    .toSorted((one, other) => distances.of(one) - distances.of(other));
  return inIds(graph, new SubgraphBuilder(graph, distances, followed, maxNodes, interrupt).build(found));
}

/** The nodes that exist, each once, ascending. */
function selected(graph: MemoryGraph, selection: NodeSelection): number[] {
  const found: number[] = [];
  if ('kind' in selection) {
    for (let node = 0; node < graph.size; node++) if (graph.hasKind(node, selection.kind)) found.push(node);
    return found;
  }
  return [...new Set(graph.nodesOf(selection.ids))].toSorted((one, other) => one - other);
}

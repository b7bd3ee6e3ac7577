import type { MemoryGraph } from '../../memory/memory-graph.js';

/** Nodes by id, or all nodes of a kind. */
export type NodeSelection = { readonly ids: ArrayLike<number> } | { readonly kind: number };

/** The nodes that exist, each once, ascending. */
export function selectedNodes(graph: MemoryGraph, selection: NodeSelection): number[] {
  const found: number[] = [];
  if ('kind' in selection) {
    for (let node = 0; node < graph.size; node++) if (graph.hasKind(node, selection.kind)) found.push(node);
    return found;
  }
  return [...new Set(graph.nodesOf(selection.ids))].toSorted((one, other) => one - other);
}

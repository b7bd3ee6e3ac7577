import type { MemoryGraph } from '../../memory/memory-graph.js';
import { edgeId, mayLeadFrom } from '../../store/edge-id.js';
import type { Interrupt } from '../interrupt.js';
import { inIds, type PathEdge, type PathSubgraph } from './path-subgraph.js';

/** The edge with an id, and its ends; nothing if there is none. */
export function edgeOfId(graph: MemoryGraph, { id }: { readonly id: number }, interrupt: Interrupt): PathSubgraph {
  const edges: PathEdge[] = [];
  for (let source = 0; source < graph.size && edges.length === 0; source++) {
    const sourceId = graph.idOf(source);
    if (!mayLeadFrom(sourceId, id)) continue;
    interrupt.check();
    graph.edgesFrom(source, (kind, target, flags) => {
      if (edgeId(sourceId, kind, graph.idOf(target)) === id) edges.push([source, kind, target, flags]);
      return edges.length > 0;
    });
  }
  const ids = edges.flatMap(([source, , target]) => [...new Set([source, target])]);
  return inIds(graph, { ids, edges, truncated: false });
}

import { kindOfKey, lastKey } from './edge-columns.js';
import type { MemoryGraph } from './memory-graph.js';

const kindsOfEdges = new WeakMap<MemoryGraph, Uint8Array>();

/** Whether any node has a kind, or any edge; also if it was removed a moment ago. */
export function isInUse(graph: MemoryGraph, kind: number, of: 'nodes' | 'edges'): boolean {
  if (of === 'nodes') return graph.data.kindSets.some((kinds) => kinds.includes(kind));
  let inUse = kindsOfEdges.get(graph);
  if (!inUse) kindsOfEdges.set(graph, (inUse = edgeKindsOf(graph)));
  return inUse[kind] === 1;
}

function edgeKindsOf(graph: MemoryGraph): Uint8Array {
  const inUse = new Uint8Array(kindOfKey(lastKey) + 1);
  const { base, overlay, visibleTo } = graph.data;
  if (visibleTo !== undefined) graph.edges((_source, kind) => (inUse[kind] = 1));
  else for (const { out } of overlay ? [base, overlay] : [base]) for (const key of out.key) inUse[kindOfKey(key)] = 1;
  return inUse;
}

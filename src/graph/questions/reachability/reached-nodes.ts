import type { Direction, MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { KindSet } from '../kind-set.js';
import type { NodeMarks } from '../node-marks.js';
import type { PathEdge } from '../paths/path-subgraph.js';
import { edgeBetween } from '../paths/shortest-ways.js';
import { isDerivedOnly } from '../views/derived-in-view.js';

/** The starts that exist, then all nodes that they reach over any number of edges, or that reach them. @param marks has them afterwards */
export function reachedFrom(
  graph: MemoryGraph,
  starts: readonly number[],
  direction: Direction,
  followed: KindSet,
  marks: NodeMarks,
  interrupt: Interrupt,
): number[] {
  marks.clear(graph.size);
  const reached = starts.filter((start) => graph.exists(start) && marks.add(start));
  const visit = (node: number) => {
    if (marks.add(node)) reached.push(node);
    return false;
  };
  // The loop visits the nodes that it adds.
  for (const node of reached) {
    interrupt.check();
    graph.neighbours(direction, node, followed, visit);
  }
  return reached;
}

/** The derived edges of nodes, of kinds that are followed and may be gone in a view. */
export function derivedEdgesOf(
  graph: MemoryGraph,
  nodes: readonly number[],
  direction: Direction,
  followed: KindSet,
  affected: Uint8Array,
): PathEdge[] {
  const kinds = affected.map((isAffected, kind) => (followed ? isAffected & followed[kind]! : isAffected));
  const edges: PathEdge[] = [];
  for (const node of nodes)
    graph.edgesOf(direction, node, kinds, (peer, kind) => {
      const edge = edgeBetween(graph, direction, node, kind, peer);
      if (isDerivedOnly(edge[3])) edges.push(edge);
      return false;
    });
  return edges;
}

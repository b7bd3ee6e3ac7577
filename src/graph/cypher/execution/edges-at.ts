import type { EdgeKinds, QueryGraph } from '../data/query-graph.js';
import { EdgeValue } from '../data/values.js';
import type { Direction } from '../syntax/tree.js';

/** The relationships of a node. A loop is one, in whatever direction it is followed. */
export function edgesAt(graph: QueryGraph, node: number, direction: Direction, kinds: EdgeKinds): EdgeValue[] {
  const edges: EdgeValue[] = [];
  if (direction !== 'in')
    graph.edgesOf('out', node, kinds, (peer, kind, ordinal) => {
      edges.push(new EdgeValue(node, kind, peer, ordinal));
      return false;
    });
  if (direction !== 'out')
    graph.edgesOf('in', node, kinds, (peer, kind, ordinal) => {
      if (direction === 'in' || peer !== node) edges.push(new EdgeValue(peer, kind, node, ordinal));
      return false;
    });
  return edges;
}

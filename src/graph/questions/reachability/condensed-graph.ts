import { withRoom } from '../../memory/growing-columns.js';
import type { Direction } from '../../memory/memory-graph.js';

/** Passes each edge, in any order and repeatedly. */
type ForEachEdge = (visit: (source: number, target: number) => void) => void;

/** By element: its peers are `peer` from `start[element]` to `start[element + 1]`. */
export interface PeerLists {
  readonly start: Uint32Array;
  readonly peer: Int32Array;
}

export interface Pairs {
  readonly count: number;
  readonly source: Int32Array;
  readonly target: Int32Array;
}

/**
 * A directed graph whose strongly connected components are merged into one node each, so that it has no cycles. An edge leads from a
 * component to one with a lower number.
 */
export class CondensedGraph {
  private constructor(
    /** The number of components. */
    readonly count: number,
    /** By node. */
    readonly componentOf: Int32Array,
    /** Distinct edges between components, from their start (`out`) and from their end (`in`). */
    readonly lists: Readonly<Record<Direction, PeerLists>>,
  ) {}

  /** @param edges by their starts */
  static of(edges: PeerLists): CondensedGraph {
    const { count, componentOf } = componentsOf(edges);
    const between = edgesBetween(count, componentOf, edges);
    return new CondensedGraph(count, componentOf, {
      out: peerLists(count, between, 'out'),
      in: peerLists(count, between, 'in'),
    });
  }
}

/** @param size nodes are numbers below it */
export function edgesByStart(size: number, forEachEdge: ForEachEdge): PeerLists {
  return peerLists(size, collect(forEachEdge), 'out');
}

export function collect(forEachEdge: ForEachEdge): Pairs {
  let [count, source, target] = [0, new Int32Array(1024), new Int32Array(1024)];
  forEachEdge((from, to) => {
    if (from === to) return;
    source = withRoom(source, count + 1);
    target = withRoom(target, count + 1);
    source[count] = from;
    target[count++] = to;
  });
  return { count, source, target };
}

export function peerLists(size: number, { count, source, target }: Pairs, direction: Direction): PeerLists {
  const [own, other] = direction === 'out' ? [source, target] : [target, source];
  const start = new Uint32Array(size + 1);
  for (let edge = 0; edge < count; edge++) start[own[edge]! + 1]!++;
  for (let element = 0; element < size; element++) start[element + 1]! += start[element]!;
  const next = start.slice();
  const peer = new Int32Array(count);
  for (let edge = 0; edge < count; edge++) peer[next[own[edge]!]!++] = other[edge]!;
  return { start, peer };
}

/** Tarjan's algorithm without recursion, because paths may be as long as the graph. It numbers a component after those that it reaches. */
function componentsOf({ start, peer }: PeerLists): { count: number; componentOf: Int32Array } {
  const size = start.length - 1;
  const componentOf = new Int32Array(size).fill(-1);
  /** Rank in the order of visits, from 1; 0: not visited. */
  const rank = new Int32Array(size);
  /** The lowest rank that a node is known to reach among those without a component. */
  const lowest = new Int32Array(size);
  const next = start.slice();
  const path = new Int32Array(size);
  const open = new Int32Array(size);
  let [count, visited, depth, openCount] = [0, 0, 0, 0];
  const enter = (node: number) => {
    rank[node] = lowest[node] = ++visited;
    path[depth++] = node;
    open[openCount++] = node;
  };
  for (let root = 0; root < size; root++) {
    if (rank[root] === 0) enter(root);
    while (depth > 0) {
      const node = path[depth - 1]!;
      if (next[node]! < start[node + 1]!) {
        const target = peer[next[node]!++]!;
        if (rank[target] === 0) enter(target);
        else if (componentOf[target]! < 0) lowest[node] = Math.min(lowest[node]!, rank[target]!);
        continue;
      }
      depth--;
      if (depth > 0) {
        const parent = path[depth - 1]!;
        lowest[parent] = Math.min(lowest[parent]!, lowest[node]!);
      }
      if (lowest[node] !== rank[node]) continue;
      let member: number;
      do componentOf[(member = open[--openCount]!)] = count;
      while (member !== node);
      count++;
    }
  }
  return { count, componentOf };
}

function edgesBetween(count: number, componentOf: Int32Array, { start, peer }: PeerLists): Pairs {
  const nodes = Int32Array.from(componentOf.keys());
  const members = peerLists(count, { count: nodes.length, source: componentOf, target: nodes }, 'out');
  const source = new Int32Array(peer.length);
  const target = new Int32Array(peer.length);
  /** By component: the last one from which an edge to it was added. */
  const addedFrom = new Int32Array(count).fill(-1);
  let edges = 0;
  for (let from = 0; from < count; from++) {
    addedFrom[from] = from;
    for (let at = members.start[from]!; at < members.start[from + 1]!; at++) {
      const node = members.peer[at]!;
      for (let edge = start[node]!; edge < start[node + 1]!; edge++) {
        const to = componentOf[peer[edge]!]!;
        if (addedFrom[to] === from) continue;
        addedFrom[to] = from;
        source[edges] = from;
        target[edges++] = to;
      }
    }
  }
  return { count: edges, source, target };
}

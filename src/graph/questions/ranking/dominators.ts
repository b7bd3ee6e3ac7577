import type { PeerLists } from '../reachability/condensed-graph.js';

/** The nodes that a root reaches, by their rank in the order of a depth-first search; the root is 0. */
export interface DominatorTree {
  /** By rank. */
  readonly order: Int32Array;
  /** By node; -1 if the root does not reach it. */
  readonly rankOf: Int32Array;
  /** By rank: the last node that all ways from the root to the node pass before it; lower than the rank itself. 0 for the root. */
  readonly dominator: Int32Array;
}

/** The dominators of all nodes, by semidominators and nearest common ancestors (Georgiadis, 2005). Without recursion. */
export function dominatorsFrom(root: number, successors: PeerLists, predecessors: PeerLists): DominatorTree {
  const { order, rankOf, parent } = depthFirst(root, successors);
  const count = order.length;
  const dominator = parent.slice();
  const semi = Int32Array.from(parent.keys());
  const label = Int32Array.from(parent.keys());
  const path: number[] = [];
  /** The rank with the lowest semidominator on the way up to the ranks below `linked`. Shortens that way. */
  const lowestAbove = (rank: number, linked: number): number => {
    if (parent[rank]! < linked) return label[rank]!;
    let top = rank;
    for (; parent[top]! >= linked; top = parent[top]!) path.push(top);
    let lowest = label[top]!;
    const above = parent[top]!;
    for (let at = path.pop(); at !== undefined; at = path.pop()) {
      parent[at] = above;
      if (semi[lowest]! < semi[label[at]!]!) label[at] = lowest;
      else lowest = label[at]!;
    }
    return label[rank]!;
  };
  for (let rank = count - 1; rank > 0; rank--) {
    let lowest = parent[rank]!;
    const node = order[rank]!;
    for (let at = predecessors.start[node]!; at < predecessors.start[node + 1]!; at++) {
      const other = rankOf[predecessors.peer[at]!]!;
      if (other >= 0) lowest = Math.min(lowest, semi[lowestAbove(other, rank + 1)]!);
    }
    semi[rank] = lowest;
  }
  for (let rank = 1; rank < count; rank++) {
    let above = dominator[rank]!;
    while (above > semi[rank]!) above = dominator[above]!;
    dominator[rank] = above;
  }
  return { order, rankOf, dominator };
}

function depthFirst(root: number, { start, peer }: PeerLists) {
  const size = start.length - 1;
  const rankOf = new Int32Array(size).fill(-1);
  const [order, parent] = [new Int32Array(size), new Int32Array(size)];
  const next = start.slice();
  const path = new Int32Array(size);
  let [count, depth] = [0, 0];
  const enter = (node: number, from: number) => {
    order[count] = node;
    parent[count] = from;
    rankOf[node] = count++;
    path[depth++] = node;
  };
  enter(root, 0);
  while (depth > 0) {
    const node = path[depth - 1]!;
    const at = next[node]!++;
    if (at >= start[node + 1]!) depth--;
    else if (rankOf[peer[at]!]! < 0) enter(peer[at]!, rankOf[node]!);
  }
  return { order: order.slice(0, count), rankOf, parent: parent.slice(0, count) };
}

/** Whether one rank dominates another; each dominates itself. */
export function dominationIn({ dominator }: DominatorTree): (rank: number, other: number) => boolean {
  const count = dominator.length;
  const size = new Int32Array(count).fill(1);
  for (let rank = count - 1; rank > 0; rank--) size[dominator[rank]!]! += size[rank]!;
  // Each rank has a range of numbers that contains the ranges of the ranks that it dominates.
  const [first, next] = [new Int32Array(count), new Int32Array(count)];
  next[0] = 1;
  for (let rank = 1; rank < count; rank++) {
    const above = dominator[rank]!;
    first[rank] = next[above]!;
    next[above]! += size[rank]!;
    next[rank] = first[rank]! + 1;
  }
  return (rank, other) => first[other]! >= first[rank]! && first[other]! < first[rank]! + size[rank]!;
}

import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { KindSet } from '../../memory/kind-set.js';
import { NodeMarks } from '../nodes/node-marks.js';
import { collect, type Pairs, peerLists } from '../reachability/condensed-graph.js';
import { reachedFrom } from '../reachability/reached-nodes.js';
import { type DominatorTree, dominationIn, dominatorsFrom } from './dominators.js';
import type { Ranked } from './ranked.js';

const marks = new NodeMarks();

/** The nodes that reach any of the targets, and the edges between them. */
interface WaysTo {
  /** By number, from 1: the node. 0 stands for all targets. */
  readonly nodes: readonly number[];
  /** By place: the number; 0 for targets and all other nodes. */
  readonly numberOf: Int32Array;
  /** Edges by the numbers of their ends, from the end to the start. */
  readonly pairs: Pairs;
}

/** Only the last result can be ranked. */
export function waysTo(graph: MemoryGraph, targets: readonly number[], kinds: KindSet, interrupt: Interrupt): WaysTo {
  const reached = reachedFrom(graph, targets, 'in', kinds, marks, interrupt);
  const targetCount = targets.filter((target) => graph.exists(target)).length;
  const numberOf = new Int32Array(graph.size);
  const nodes = [-1];
  for (const node of reached.slice(targetCount)) numberOf[node] = nodes.push(node) - 1;
  const pairs = collect((add) => {
    for (const node of reached)
      graph.edgesOf('in', node, kinds, (source) => {
        if (numberOf[source] !== 0) add(numberOf[node]!, numberOf[source]!);
        return false;
      });
  });
  return { nodes, numberOf, pairs };
}

/** The same without a node or an edge. */
export function withoutRanked({ nodes, numberOf, pairs }: WaysTo, { source, kind, target }: Ranked): WaysTo {
  const [start, end] = [numberOf[source]!, numberOf[target]!];
  const isGone = (from: number, to: number) =>
    kind === 0 ? from === start || to === start : from === end && to === start;
  const rest = collect((add) => {
    for (let at = 0; at < pairs.count; at++)
      if (!isGone(pairs.source[at]!, pairs.target[at]!)) add(pairs.source[at]!, pairs.target[at]!);
  });
  return { nodes, numberOf, pairs: rest };
}

/**
 * Finds the nodes and edges that accounts need to reach any of the targets: without one, its accounts reach none. These are dominators of
 * the graph against its edges, from a root that stands for all targets. An edge is one if its start has no other edge that leads on without
 * coming back to the start; it then costs the start and all that the start dominates.
 * @param isAccount by place: 0 if the node does not count
 * @param visit called with each; `kind` 0: the node `source`. The node itself is not counted
 */
export function onlyThrough(
  graph: MemoryGraph,
  { nodes, numberOf, pairs }: WaysTo,
  kinds: KindSet,
  isAccount: Uint8Array,
  interrupt: Interrupt,
  visit: (ranked: Ranked) => void,
): void {
  interrupt.check();
  const [successors, predecessors] = [peerLists(nodes.length, pairs, 'out'), peerLists(nodes.length, pairs, 'in')];
  const tree = dominatorsFrom(0, successors, predecessors);
  interrupt.check();
  const dominates = dominationIn(tree);
  const accounts = accountsBelow(tree, (number) => isAccount[nodes[number]!] !== 0);
  for (let rank = 1; rank < tree.order.length; rank++) {
    const number = tree.order[rank]!;
    const source = nodes[number]!;
    const count = accounts[rank]!;
    if (count === 0) continue;
    const others = count - Number(isAccount[source] !== 0);
    if (others > 0) visit({ source, kind: 0, target: source, count: others });
    let only = -1;
    let ways = 0;
    for (let at = predecessors.start[number]!; at < predecessors.start[number + 1]! && ways < 2; at++) {
      const next = predecessors.peer[at]!;
      if (tree.rankOf[next]! < 0 || dominates(rank, tree.rankOf[next]!)) continue;
      only = next;
      ways++;
    }
    if (ways === 1) visit({ ...edgeTo(graph, source, kinds, (it) => marks.has(it) && numberOf[it] === only), count });
  }
}

/** By rank: the accounts that it dominates, with itself. */
export function accountsBelow(
  { order, dominator }: DominatorTree,
  isAccount: (number: number) => boolean,
): Uint32Array {
  const accounts = new Uint32Array(order.length);
  for (let rank = order.length - 1; rank > 0; rank--) {
    if (isAccount(order[rank]!)) accounts[rank]!++;
    accounts[dominator[rank]!]! += accounts[rank]!;
  }
  return accounts;
}

function edgeTo(graph: MemoryGraph, source: number, kinds: KindSet, isEnd: (node: number) => boolean) {
  const found = { source, kind: 0, target: source };
  graph.edgesOf('out', source, kinds, (target, kind) => {
    if (target === source || !isEnd(target)) return false;
    Object.assign(found, { kind, target });
    return true;
  });
  return found;
}

import { isPartOfContainer } from '../../reach/container-states.js';
import { nodeOf, placesOf, type WalkedGraph } from '../../reach/walked-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { KindSet } from '../../memory/kind-set.js';
import { NodeMarks } from '../nodes/node-marks.js';
import { collect, type Pairs, type PeerLists, peerLists } from '../reachability/condensed-graph.js';
import { reachedFrom } from '../nodes/reached-from.js';
import { addToGroup } from '../../../base/values/group-by.js';
import { type DominatorTree, dominationIn, dominatorsFrom } from './dominators.js';
import type { Ranked } from './ranked.js';

const marks = new NodeMarks();

/** The places from which walks reach any of the targets, and the edges between them. */
interface WaysTo {
  /** By number, from 1: the place. 0 stands for all targets. */
  readonly places: readonly number[];
  /** By place: the number; 0 for targets and all other nodes. */
  readonly numberOf: Int32Array;
  /** Edges by the numbers of their ends, from the end to the start. */
  readonly pairs: Pairs;
}

/** Only the last result can be ranked. */
export function waysTo(graph: WalkedGraph, targets: readonly number[], kinds: KindSet, interrupt: Interrupt): WaysTo {
  const ends = placesOf(graph, targets);
  const reached = reachedFrom(graph, ends, 'in', kinds, marks, interrupt);
  const targetCount = ends.filter((end) => graph.exists(end)).length;
  const numberOf = new Int32Array(graph.size);
  const places = [-1];
  for (const place of reached.slice(targetCount)) numberOf[place] = places.push(place) - 1;
  const pairs = collect((add) => {
    for (const place of reached)
      graph.edgesOf('in', place, kinds, (source) => {
        if (numberOf[source] !== 0) add(numberOf[place]!, numberOf[source]!);
        return false;
      });
  });
  return { places, numberOf, pairs };
}

/** The same without a node or an edge. */
export function withoutRanked(
  graph: WalkedGraph,
  { places, numberOf, pairs }: WaysTo,
  { source, kind, target }: Ranked,
): WaysTo {
  const [start, end] = [numberOf[source]!, numberOf[target]!];
  const node = new Set(placesOf(graph, [nodeOf(graph, source)]).map((place) => numberOf[place]!));
  node.delete(0);
  const isGone = (from: number, to: number) =>
    kind === 0 ? node.has(from) || node.has(to) : from === end && to === start;
  const rest = collect((add) => {
    for (let at = 0; at < pairs.count; at++)
      if (!isGone(pairs.source[at]!, pairs.target[at]!)) add(pairs.source[at]!, pairs.target[at]!);
  });
  return { places, numberOf, pairs: rest };
}

/**
 * Finds the nodes and edges that accounts need to reach any of the targets: without one, its accounts reach none. These are dominators of
 * the graph against its edges, from a root that stands for all targets. An edge is one if its start has no other edge that leads on without
 * coming back to the start; it then costs the start and all that the start dominates.
 * Several places of one container are left out together.
 * @param isAccount by place: 0 if the node does not count
 * @param visit called with each, by places; `kind` 0: the node at `source`. The node itself is not counted
 */
export function onlyThrough(
  graph: WalkedGraph,
  { places, numberOf, pairs }: WaysTo,
  kinds: KindSet,
  isAccount: Uint8Array,
  interrupt: Interrupt,
  visit: (ranked: Ranked) => void,
): void {
  interrupt.check();
  const [successors, predecessors] = [peerLists(places.length, pairs, 'out'), peerLists(places.length, pairs, 'in')];
  const tree = dominatorsFrom(0, successors, predecessors);
  interrupt.check();
  const dominates = dominationIn(tree);
  const counts = (number: number) => isAccount[places[number]!] !== 0;
  const accounts = accountsBelow(tree, counts);
  const shared = new SharedPlaces(graph, places, tree, successors);
  for (let rank = 1; rank < tree.order.length; rank++) {
    const number = tree.order[rank]!;
    const source = places[number]!;
    const count = accounts[rank]!;
    if (count === 0) continue;
    const others = count - Number(counts(number));
    if (others > 0 && shared.othersOf(number).length === 0) visit({ source, kind: 0, target: source, count: others });
    const only = onlyNext(number, predecessors, (next) => next < 0 || dominates(rank, next), tree);
    if (only < 0) continue;
    const edge = edgeTo(graph, source, kinds, (it) => marks.has(it) && numberOf[it] === only);
    if (isSingle(graph, edge, places, shared.othersOf(number))) visit({ ...edge, count });
  }
  const nearest = shared.groups.length > 0 ? nearestFirst(successors) : successors;
  for (const numbers of shared.groups) {
    interrupt.check();
    const count = lostWithout(numbers, tree, [nearest, successors, predecessors], counts);
    const source = places[numbers[0]!]!;
    if (count > 0) visit({ source, kind: 0, target: source, count });
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

function edgeTo(graph: WalkedGraph, source: number, kinds: KindSet, isEnd: (node: number) => boolean) {
  const found = { source, kind: 0, target: source };
  graph.edgesOf('out', source, kinds, (target, kind) => {
    if (target === source || !isEnd(target)) return false;
    Object.assign(found, { kind, target });
    return true;
  });
  return found;
}

/** Containers that several places of the ways stand for. */
class SharedPlaces {
  /** The numbers of the places of each. */
  readonly groups: readonly (readonly number[])[];
  private readonly groupOf = new Map<number, readonly number[]>();

  constructor(graph: WalkedGraph, places: readonly number[], { rankOf }: DominatorTree, { start }: PeerLists) {
    const byNode = new Map<number, number[]>();
    for (const [number, place] of places.entries()) {
      const node = number === 0 ? place : nodeOf(graph, place);
      // Nobody comes to a place without successors.
      const isOnWay = node !== place && rankOf[number]! >= 0 && start[number] !== start[number + 1];
      if (isOnWay) addToGroup(byNode, node, number);
    }
    this.groups = [...byNode.values()].filter((numbers) => numbers.length > 1);
    for (const numbers of this.groups) for (const number of numbers) this.groupOf.set(number, numbers);
  }

  othersOf(number: number): readonly number[] {
    return this.groupOf.get(number)?.filter((other) => other !== number) ?? [];
  }
}

/** The only number that leads on from a number; -1: none, or several do. @param isBack whether a rank leads back */
function onlyNext(
  number: number,
  { start, peer }: PeerLists,
  isBack: (rank: number) => boolean,
  { rankOf }: DominatorTree,
): number {
  let only = -1;
  for (let at = start[number]!; at < start[number + 1]!; at++) {
    if (isBack(rankOf[peer[at]!]!)) continue;
    if (only >= 0) return -1;
    only = peer[at]!;
  }
  return only;
}

/** Whether an edge stands for one stored edge that could be taken away, and no other place of its start has it. */
function isSingle(
  graph: WalkedGraph,
  edge: Pick<Ranked, 'source' | 'kind' | 'target'>,
  places: readonly number[],
  others: readonly number[],
): boolean {
  if (edge.source !== nodeOf(graph, edge.source) && isPartOfContainer(edge.kind)) return false;
  return !others.some((other) => hasEdge(graph, places[other]!, edge));
}

/** Whether an edge of another place of the same node leads on from a place, too. */
function hasEdge(graph: WalkedGraph, place: number, { kind, target }: Pick<Ranked, 'kind' | 'target'>): boolean {
  const end = nodeOf(graph, target);
  return graph.edgesOf('out', place, null, (peer, other) => other === kind && nodeOf(graph, peer) === end);
}

/** By number, those that a breadth-first search from 0 reaches over it: one way to each, and a short one. */
function nearestFirst({ start, peer }: PeerLists): PeerLists {
  const size = start.length - 1;
  const isReached = new Uint8Array(size);
  const reached = [0];
  isReached[0] = 1;
  const steps = collect((add) => {
    // The loop visits the numbers that it adds.
    for (const number of reached)
      for (let at = start[number]!; at < start[number + 1]!; at++) {
        const next = peer[at]!;
        if (isReached[next] === 1) continue;
        isReached[next] = 1;
        reached.push(next);
        add(number, next);
      }
  });
  return peerLists(size, steps, 'out');
}

/**
 * Counts the accounts all of whose ways pass one of some numbers, none of which is an account. All that have a way in `nearest` beside these
 * keep it, so that only the others are looked at.
 */
function lostWithout(
  numbers: readonly number[],
  { rankOf }: DominatorTree,
  [nearest, successors, predecessors]: readonly [PeerLists, PeerLists, PeerLists],
  isAccount: (number: number) => boolean,
): number {
  const lost = new Set(numbers);
  // The loop visits the numbers that it adds: all whose nearest way leads over these.
  for (const number of lost)
    for (let at = nearest.start[number]!; at < nearest.start[number + 1]!; at++) lost.add(nearest.peer[at]!);
  const kept: number[] = [];
  const keep = (number: number) => {
    if (lost.delete(number)) kept.push(number);
  };
  const gone = new Set(numbers);
  const isKept = (number: number) => rankOf[number]! >= 0 && !lost.has(number);
  for (const number of lost)
    for (let at = predecessors.start[number]!; at < predecessors.start[number + 1]! && !gone.has(number); at++)
      if (isKept(predecessors.peer[at]!)) {
        keep(number);
        break;
      }
  // The loop visits the numbers that it adds: all that reach one that has another way.
  for (const number of kept)
    for (let at = successors.start[number]!; at < successors.start[number + 1]!; at++)
      if (!gone.has(successors.peer[at]!)) keep(successors.peer[at]!);
  let count = 0;
  for (const number of lost) if (isAccount(number)) count++;
  return count;
}

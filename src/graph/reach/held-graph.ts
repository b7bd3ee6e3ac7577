import { Kind, lastKind } from '../kinds/kind-catalogue.js';
import { kindOfKey } from '../memory/edge-columns.js';
import type { GraphData } from '../memory/graph-data.js';
import type { KindSet } from '../memory/kind-set.js';
import { type Direction, MemoryGraph, type VisitEdge, type VisitOwnEdge } from '../memory/memory-graph.js';
import { ContainerStates, heldStates, isContainerKind, noState, startState, State } from './container-states.js';
import { reasonFlag } from './step-reason.js';

/** What the graph and all its views share. */
interface Containers {
  /** Places of the containers, ascending. */
  readonly nodes: Int32Array;
  /** By kind of edges: 1 if one starts at a container (`out`), or ends at one (`in`). */
  readonly kinds: Readonly<Record<Direction, Uint8Array>>;
  /** By node: its index in `nodes`; -1: no container. */
  readonly numberOf: Int32Array;
  /** By node: the state in which a walk enters it over Contains, by four bits for each state of its start; 15: none. */
  readonly inside: Uint32Array;
  /** By node: bits of {@link touches}. */
  readonly touched: Uint8Array;
  /** By copy: 1 if an edge enters its state, or a walk begins in it. */
  readonly isEntered: Uint8Array;
  readonly states: ContainerStates;
}

/** By direction: whether an edge of a node leads to a container, or comes from one. Most lead to none. */
const touches = { out: 1, in: 2 } as const;
const isContainer = 4;

const containersOf = new WeakMap<GraphData, Containers>();

/**
 * A graph whose containers are there once more for each state in which a walk may hold them. A stored edge into a container leads to the copy
 * of one state. Copies are not stored: their places follow those of the nodes, and their edges are those of the node that the state passes.
 * Walks begin at {@link startOf} a node, and end at any of {@link placesOf} it.
 */
export class HeldGraph {
  readonly size: number;
  private readonly containers: Containers;
  private readonly splits = {
    out: new Map<KindSet, Uint8Array>(),
    in: new Map<KindSet, Uint8Array>(),
  };
  private last: { direction: Direction; state: State; visit: VisitEdge; follow: VisitOwnEdge } | undefined;

  /** @param isOpen whether edges may enter any state; false: those that edges of the graph enter */
  constructor(
    readonly graph: MemoryGraph,
    isOpen = false,
  ) {
    const containers = graph.hidden?.changesReach ? findContainers(graph) : knownContainers(graph);
    this.containers = isOpen ? { ...containers, isEntered: containers.isEntered.slice().fill(1) } : containers;
    this.size = graph.size + containers.nodes.length * heldStates.length;
  }

  isContainer(node: number): boolean {
    return this.containers.numberOf[node]! >= 0;
  }

  nodeOf(place: number): number {
    const copy = place - this.graph.size;
    return copy < 0 ? place : this.containers.nodes[Math.floor(copy / heldStates.length)]!;
  }

  /** How a walk holds the container at a place. */
  stateOf(place: number): State {
    const copy = place - this.graph.size;
    return copy < 0 ? State.Plain : heldStates[copy % heldStates.length]!;
  }

  private placeAt(node: number, state: State): number {
    if (state === State.Plain) return node;
    return this.graph.size + this.containers.numberOf[node]! * heldStates.length + state - 1;
  }

  startOf(node: number): number {
    return this.placeAt(node, startState(this.graph.kindOf(node)));
  }

  placesOf(node: number): number[] {
    if (!isContainerKind(this.graph.kindOf(node))) return [node];
    return [node, ...heldStates.map((state) => this.placeAt(node, state))];
  }

  exists(place: number): boolean {
    return this.graph.exists(this.nodeOf(place));
  }

  degree(direction: Direction, place: number): number {
    return this.graph.degree(direction, this.nodeOf(place));
  }

  /**
   * Visits the steps between places over an edge, which the graph need not have. An edge into a container that is derived enters the state of a
   * start, so that all copies are known.
   */
  steps(source: number, kind: number, flags: number, target: number, visit: (from: number, to: number) => void): void {
    const { graph, containers } = this;
    const follow = (from: State) => {
      const place = this.placeAt(source, from);
      if (place !== source && containers.isEntered[place - graph.size] === 0) return;
      const entered = containers.states.entered(from, source, kind, flags, target);
      if (entered !== noState) visit(place, this.placeAt(target, entered));
    };
    if (isContainerKind(graph.kindOf(source))) for (const state of heldStates) follow(state);
    else follow(State.Plain);
  }

  /** Visits the copies that a walk may enter, with the places of their nodes. */
  copies(visit: (copy: number, node: number) => void): void {
    for (const [copy, isEntered] of this.containers.isEntered.entries())
      if (isEntered === 1) visit(this.graph.size + copy, this.nodeOf(this.graph.size + copy));
  }

  /** Why a step leads out of a container, as a bit of flags; 0 for other steps. */
  reasonOf(source: number, kind: number, target: number): number {
    if (kind !== Kind.Contains && kind !== Kind.ServerIs) return 0;
    const state = this.stateOf(source);
    if (state !== State.Rights) return reasonFlag(state);
    return reasonFlag(this.graph.isProtected(this.nodeOf(target)) ? State.Enforced : State.Entries);
  }

  /** The flags of the edge between two places, whether a walk leads over it or not. */
  flagsOf(source: number, kind: number, target: number): number | undefined {
    return this.graph.flagsOf(this.nodeOf(source), kind, this.nodeOf(target));
  }

  neighbours(direction: Direction, place: number, kinds: KindSet, visit: VisitEdge): boolean {
    const { graph } = this;
    if (this.leadsToNodes(direction, place)) return graph.neighbours(direction, place, kinds, visit);
    const follow = this.follower(direction, this.stateOf(place), visit, kindOfKey);
    if (this.isContainer(this.nodeOf(place))) return graph.neighbours(direction, this.nodeOf(place), kinds, follow);
    return graph.neighbours(direction, place, this.split(direction, kinds), visit, follow);
  }

  /** By kind: 1 if its edges lead between nodes alone, 2 if a container may be at their other end. Most need no look at states. */
  private split(direction: Direction, kinds: KindSet): Uint8Array {
    const known = this.splits[direction].get(kinds);
    if (known) return known;
    const ofContainers = this.containers.kinds[direction === 'out' ? 'in' : 'out'];
    const found = ofContainers.map((mayBe, kind) => (kinds ? kinds[kind]! : 1) * (1 + mayBe));
    this.splits[direction].set(kinds, found);
    return found;
  }

  edgesOf(direction: Direction, place: number, kinds: KindSet, visit: VisitEdge): boolean {
    const follow = this.leadsToNodes(direction, place)
      ? visit
      : this.follower(direction, this.stateOf(place), visit, same);
    return this.graph.edgesOf(direction, this.nodeOf(place), kinds, follow);
  }

  edgesFrom(source: number, visit: (kind: number, target: number, flags: number) => boolean): void {
    const follow = this.follower(
      'out',
      this.stateOf(source),
      (target, kind, flags) => visit(kind, target, flags),
      same,
    );
    const node = this.nodeOf(source);
    this.graph.edgesFrom(node, (kind, target, flags) => follow(target, kind, flags, node));
  }

  /** Whether all edges of a place lead to nodes that are no containers, or from them. */
  private leadsToNodes(direction: Direction, place: number): boolean {
    return place < this.graph.size && (this.containers.touched[place]! & (touches[direction] | isContainer)) === 0;
  }

  /**
   * Passes the places to which edges of a node in a state lead. Walks ask for it with each node, and with the same visitor.
   * @param kindOf the kind of an edge by the number with which it is visited
   */
  private follower(
    direction: Direction,
    state: State,
    visit: VisitEdge,
    kindOf: (kind: number) => number,
  ): VisitOwnEdge {
    const { last } = this;
    if (last?.visit === visit && last.direction === direction && last.state === state) return last.follow;
    const follow = direction === 'out' ? this.outOf(state, visit, kindOf) : this.into(state, visit, kindOf);
    this.last = { direction, state, visit, follow };
    return follow;
  }

  private outOf(from: State, visit: VisitEdge, kindOf: (kind: number) => number): VisitOwnEdge {
    const { numberOf } = this.containers;
    return (target, kind, flags, source) => {
      if (numberOf[target]! < 0 && numberOf[source]! < 0) return visit(target, kind, flags);
      const state = this.entered(from, source, kindOf(kind), flags, target);
      return state !== noState && visit(this.placeAt(target, state), kind, flags);
    };
  }

  private into(state: State, visit: VisitEdge, kindOf: (kind: number) => number): VisitOwnEdge {
    const { size } = this.graph;
    const { numberOf, isEntered } = this.containers;
    return (source, kind, flags, target) => {
      const number = numberOf[source]!;
      if (number < 0)
        return (
          (numberOf[target]! < 0 || this.entered(State.Plain, source, kindOf(kind), flags, target) === state) &&
          visit(source, kind, flags)
        );
      for (const from of heldStates) {
        const copy = number * heldStates.length + from - 1;
        if (isEntered[copy] === 0 || this.entered(from, source, kindOf(kind), flags, target) !== state) continue;
        if (visit(size + copy, kind, flags)) return true;
      }
      return false;
    };
  }

  private entered(from: State, source: number, kind: number, flags: number, target: number): State | typeof noState {
    const { inside, numberOf, states } = this.containers;
    return kind === Kind.Contains && numberOf[source]! >= 0
      ? stateInside(inside[target]!, from)
      : states.entered(from, source, kind, flags, target);
  }
}

const same = (kind: number) => kind;

const statesByNumber = [State.Plain, ...heldStates];
const bitsOfState = 4;
const noStateInside = 15;

function stateInside(states: number, from: State): State | typeof noState {
  return statesByNumber[(states >>> (bitsOfState * from)) & noStateInside] ?? noState;
}

function statesInside(states: ContainerStates, node: number): number {
  let all = noStateInside;
  for (const from of heldStates) {
    const state = states.inside(from, node);
    all += (state === noState ? noStateInside : state) * 2 ** (bitsOfState * from);
  }
  return all;
}

function knownContainers({ data }: MemoryGraph): Containers {
  let containers = containersOf.get(data);
  if (!containers) containersOf.set(data, (containers = findContainers(new MemoryGraph(data))));
  return containers;
}

function findContainers(graph: MemoryGraph): Containers {
  const found: number[] = [];
  for (let node = 0; node < graph.size; node++) if (isContainerKind(graph.kindOf(node))) found.push(node);
  const nodes = Int32Array.from(found);
  const numberOf = new Int32Array(graph.size).fill(-1);
  for (const [number, node] of nodes.entries()) numberOf[node] = number;
  const states = new ContainerStates(graph);
  const inside = new Uint32Array(graph.size);
  const kinds = { out: new Uint8Array(lastKind + 1), in: new Uint8Array(lastKind + 1) };
  const isEntered = new Uint8Array(nodes.length * heldStates.length);
  const touched = new Uint8Array(graph.size);
  const copies: number[] = [];
  const enter = (container: number, state: State | typeof noState) => {
    const copy = container * heldStates.length + state - 1;
    if (state < State.Policy || isEntered[copy] === 1) return;
    isEntered[copy] = 1;
    copies.push(copy);
  };
  for (const [container, node] of nodes.entries()) {
    touched[node]! |= isContainer;
    enter(container, startState(graph.kindOf(node)));
    graph.neighbours('in', node, null, (source, key, flags) => {
      kinds.in[kindOfKey(key)] = 1;
      touched[source]! |= touches.out;
      if (!isContainerKind(graph.kindOf(source)))
        enter(container, states.entered(State.Plain, source, kindOfKey(key), flags, node));
      return false;
    });
  }
  for (const node of nodes)
    graph.neighbours('out', node, null, (target, key) => {
      kinds.out[kindOfKey(key)] = 1;
      touched[target]! |= touches.in;
      if (inside[target] === 0) inside[target] = statesInside(states, target);
      return false;
    });
  // The loop visits the copies that it adds.
  for (const copy of copies) {
    const node = nodes[Math.floor(copy / heldStates.length)]!;
    const state = heldStates[copy % heldStates.length]!;
    graph.neighbours('out', node, null, (target, key, flags) => {
      if (numberOf[target]! < 0) return false;
      enter(numberOf[target]!, states.entered(state, node, kindOfKey(key), flags, target));
      return false;
    });
  }
  return { nodes, numberOf, inside, kinds, states, isEntered, touched };
}

import { lastKind } from '../kinds/kind-catalogue.js';
import { kindOfKey } from '../memory/edge-columns.js';
import type { GraphData } from '../memory/graph-data.js';
import type { KindSet } from '../memory/kind-set.js';
import { type Direction, MemoryGraph, type VisitEdge } from '../memory/memory-graph.js';
import { firstNotBelow } from '../memory/sorted-numbers.js';
import { ContainerStates, heldStates, isContainerKind, noState, startState, State } from './container-states.js';

/** What the graph and all its views share. */
interface Containers {
  /** Places of the containers, ascending. */
  readonly nodes: Int32Array;
  /** By kind of edges: 1 if one starts at a container (`out`), or ends at one (`in`). */
  readonly kinds: Readonly<Record<Direction, Uint8Array>>;
  /** By copy: 1 if an edge enters its state, or a walk begins in it. */
  readonly isEntered: Uint8Array;
  readonly states: ContainerStates;
}

const containersOf = new WeakMap<GraphData, Containers>();

/**
 * A graph whose containers are there once more for each state in which a walk may hold them. A stored edge into a container leads to the copy
 * of one state. Copies are not stored: their places follow those of the nodes, and their edges are those of the node that the state passes.
 * Walks begin at {@link startOf} a node, and end at any of {@link placesOf} it.
 */
export class HeldGraph {
  readonly size: number;
  private readonly containers: Containers;

  /** @param isOpen whether edges may enter any state; false: those that edges of the graph enter */
  constructor(
    readonly graph: MemoryGraph,
    isOpen = false,
  ) {
    const { data } = graph;
    let containers = containersOf.get(data);
    if (!containers)
      containersOf.set(data, (containers = findContainers(graph.hidden ? new MemoryGraph(data) : graph)));
    this.containers = isOpen ? { ...containers, isEntered: containers.isEntered.slice().fill(1) } : containers;
    this.size = graph.size + containers.nodes.length * heldStates.length;
  }

  nodeOf(place: number): number {
    const copy = place - this.graph.size;
    return copy < 0 ? place : this.containers.nodes[Math.floor(copy / heldStates.length)]!;
  }

  private stateOf(place: number): State {
    const copy = place - this.graph.size;
    return copy < 0 ? State.Plain : heldStates[copy % heldStates.length]!;
  }

  private placeAt(node: number, state: State): number {
    if (state === State.Plain) return node;
    return this.graph.size + firstNotBelow(this.containers.nodes, node) * heldStates.length + state - 1;
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

  /** The flags of the edge between two places, whether a walk leads over it or not. */
  flagsOf(source: number, kind: number, target: number): number | undefined {
    return this.graph.flagsOf(this.nodeOf(source), kind, this.nodeOf(target));
  }

  neighbours(direction: Direction, place: number, kinds: KindSet, visit: VisitEdge): void {
    const follow = this.follower(direction, place, visit);
    this.graph.neighbours(direction, this.nodeOf(place), kinds, (peer, key, flags) =>
      follow(peer, kindOfKey(key), flags),
    );
  }

  edgesOf(direction: Direction, place: number, kinds: KindSet, visit: VisitEdge): boolean {
    return this.graph.edgesOf(direction, this.nodeOf(place), kinds, this.follower(direction, place, visit));
  }

  edgesFrom(source: number, visit: (kind: number, target: number, flags: number) => boolean): void {
    let all = 0;
    const follow = this.follower('out', source, (target, kind) => visit(kind, target, all));
    this.graph.edgesFrom(this.nodeOf(source), (kind, target, flags) => {
      all = flags;
      return follow(target, kind, flags);
    });
  }

  /** Passes the places to which an edge leads, as a visitor of stored edges of one place. */
  private follower(direction: Direction, place: number, visit: VisitEdge): VisitEdge {
    const { graph, containers } = this;
    const { kinds, states } = containers;
    const [node, state] = [this.nodeOf(place), this.stateOf(place)];
    const isContainer = isContainerKind(graph.kindOf(node));
    if (direction === 'out')
      return (target, kind, flags) => {
        if (!isContainer && kinds.in[kind] === 0) return visit(target, kind, flags);
        const entered = states.entered(state, node, kind, flags, target);
        return entered !== noState && visit(this.placeAt(target, entered), kind, flags);
      };
    return (source, kind, flags) => {
      if (kinds.out[kind] === 1 && isContainerKind(graph.kindOf(source)))
        return heldStates.some((from) => {
          const copy = this.placeAt(source, from);
          if (containers.isEntered[copy - graph.size] === 0) return false;
          return states.entered(from, source, kind, flags, node) === state && visit(copy, kind, flags);
        });
      if (isContainer && states.entered(State.Plain, source, kind, flags, node) !== state) return false;
      return visit(source, kind, flags);
    };
  }
}

function findContainers(graph: MemoryGraph): Containers {
  const found: number[] = [];
  for (let node = 0; node < graph.size; node++) if (isContainerKind(graph.kindOf(node))) found.push(node);
  const nodes = Int32Array.from(found);
  const states = new ContainerStates(graph);
  const kinds = { out: new Uint8Array(lastKind + 1), in: new Uint8Array(lastKind + 1) };
  const isEntered = new Uint8Array(nodes.length * heldStates.length);
  const copies: number[] = [];
  const enter = (container: number, state: State | typeof noState) => {
    const copy = container * heldStates.length + state - 1;
    if (state < State.Policy || isEntered[copy] === 1) return;
    isEntered[copy] = 1;
    copies.push(copy);
  };
  for (const [container, node] of nodes.entries()) {
    enter(container, startState(graph.kindOf(node)));
    graph.neighbours('in', node, null, (source, key, flags) => {
      kinds.in[kindOfKey(key)] = 1;
      if (!isContainerKind(graph.kindOf(source)))
        enter(container, states.entered(State.Plain, source, kindOfKey(key), flags, node));
      return false;
    });
  }
  for (const node of nodes)
    graph.neighbours('out', node, null, (_target, key) => {
      kinds.out[kindOfKey(key)] = 1;
      return false;
    });
  // The loop visits the copies that it adds.
  for (const copy of copies) {
    const node = nodes[Math.floor(copy / heldStates.length)]!;
    const state = heldStates[copy % heldStates.length]!;
    graph.neighbours('out', node, null, (target, key, flags) => {
      if (kinds.in[kindOfKey(key)] === 0 || !isContainerKind(graph.kindOf(target))) return false;
      enter(firstNotBelow(nodes, target), states.entered(state, node, kindOfKey(key), flags, target));
      return false;
    });
  }
  return { nodes, kinds, states, isEntered };
}

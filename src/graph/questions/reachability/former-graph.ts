import { addToGroup } from '../../../base/values/group-by.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';
import { HeldGraph } from '../../reach/held-graph.js';
import { nodeOf, placesOf, type WalkedGraph } from '../../reach/walked-graph.js';
import type { KindSet } from '../../memory/kind-set.js';

/** Bits of an edge: whether there was one at the first of two points, and at the second. */
export const EdgeAt = { Since: 1, Until: 2 } as const;
export type EdgeAt = (typeof EdgeAt)[keyof typeof EdgeAt];

/** Edges whose lists changed since the first point: four numbers of four bytes each, big-endian: ids of the ends, the kind, {@link EdgeAt}. */
export type MovedEdges = Uint8Array;

const bytesPerEdge = 16;

/** The edges both of whose ends pass a test. */
export function edgesBetween(moved: MovedEdges, test: (id: number) => boolean): MovedEdges {
  const view = new DataView(moved.buffer, moved.byteOffset, moved.byteLength);
  const kept: number[] = [];
  for (let edge = 0; edge < moved.byteLength; edge += bytesPerEdge)
    if (test(view.getInt32(edge)) && test(view.getInt32(edge + 4))) kept.push(edge);
  const edges = new Uint8Array(kept.length * bytesPerEdge);
  for (const [at, edge] of kept.entries()) edges.set(moved.subarray(edge, edge + bytesPerEdge), at * bytesPerEdge);
  return edges;
}

/** Separates kinds in the key of an edge into a node. */
const kindValues = 65_536;

/** The places of nodes, those that the graph in memory has not among them: they were removed, or are newer. */
export class AllPlaces {
  private readonly extra = new Map<number, number>();
  private readonly extraIds: number[] = [];

  constructor(
    private readonly graph: MemoryGraph,
    private readonly walked: WalkedGraph,
  ) {}

  get size(): number {
    return this.walked.size + this.extraIds.length;
  }

  of(id: number): number {
    const place = this.graph.placeOf(id);
    if (place >= 0 && this.graph.exists(place)) return place;
    let added = this.extra.get(id);
    if (added === undefined) this.extra.set(id, (added = this.walked.size + this.extraIds.push(id) - 1));
    return added;
  }

  isKnown(place: number): boolean {
    return place < this.walked.size;
  }

  idOf(place: number): number {
    return this.isKnown(place) ? this.graph.idOf(nodeOf(this.walked, place)) : this.extraIds[place - this.walked.size]!;
  }
}

/**
 * The edges into the places of the graph of another point of time: those in memory with some that are hidden, and some more. Nodes block
 * inheritance and are protected as they are now, links are enforced as they are now, and edges of nodes that are gone led from any state to any.
 */
export class FormerGraph {
  /** By target: keys of the sources and kinds of edges. */
  private readonly hidden = new Map<number, Set<number>>();
  private readonly added = new Map<number, (readonly [source: number, kind: number])[]>();

  constructor(
    graph: MemoryGraph,
    private readonly walked: WalkedGraph,
    private readonly followed: KindSet,
    places: AllPlaces,
    moved: MovedEdges,
    at: EdgeAt,
  ) {
    const view = new DataView(moved.buffer, moved.byteOffset, moved.byteLength);
    for (let edge = 0; edge < moved.byteLength; edge += bytesPerEdge) {
      const kind = view.getInt32(edge + 8);
      if (followed && followed[kind] !== 1) continue;
      const [source, target] = [places.of(view.getInt32(edge)), places.of(view.getInt32(edge + 4))];
      const isThere = (view.getInt32(edge + 12) & at) !== 0;
      const isKnown = places.isKnown(source) && places.isKnown(target);
      const isStored = isKnown && graph.flagsOf(source, kind, target) !== undefined;
      if (isThere && !isStored) this.add(source, kind, target, isKnown);
      if (!isThere && isStored) this.hide(source, kind, target);
    }
  }

  private hide(source: number, kind: number, target: number): void {
    const key = source * kindValues + kind;
    const keys = this.hidden.get(target);
    if (keys) keys.add(key);
    else this.hidden.set(target, new Set([key]));
  }

  /** @param isKnown whether both ends are in memory; else the edge leads from any state to any */
  private add(source: number, kind: number, target: number, isKnown: boolean): void {
    const { walked } = this;
    const add = (from: number, to: number) => addToGroup(this.added, to, [from, kind] as const);
    if (isKnown && walked instanceof HeldGraph) {
      walked.steps(source, kind, 0, target, add);
      return;
    }
    const placesAt = (node: number) => (node < walked.size ? placesOf(walked, [node]) : [node]);
    for (const from of placesAt(source)) for (const to of placesAt(target)) add(from, to);
  }

  /** Visits each edge into a place. */
  edgesInto(target: number, visit: (source: number, kind: number) => void): void {
    for (const [source, kind] of this.added.get(target) ?? []) visit(source, kind);
    if (target >= this.walked.size) return;
    const hidden = this.hidden.get(nodeOf(this.walked, target));
    this.walked.edgesOf('in', target, this.followed, (source, kind) => {
      if (!hidden?.has(nodeOf(this.walked, source) * kindValues + kind)) visit(source, kind);
      return false;
    });
  }
}

/** The first step of a shortest way from each node to an end. */
export interface FirstSteps {
  /** By place: 1 for an end. */
  readonly isEnd: Uint8Array;
  /** By place: the next node; -1: there is no way, or the node is an end. */
  readonly next: Int32Array;
  /** By place: the kind of the edge to the next node. */
  readonly kind: Uint16Array;
  /** By place: number of steps. */
  readonly steps: Uint32Array;
}

/** Finds the ways of all nodes to the ends, the shortest ones first. @param check is called now and then */
export function firstSteps(graph: FormerGraph, size: number, ends: readonly number[], check: () => void): FirstSteps {
  const isEnd = new Uint8Array(size);
  const [next, kinds, steps] = [new Int32Array(size).fill(-1), new Uint16Array(size), new Uint32Array(size)];
  for (const end of ends) isEnd[end] = 1;
  const reached = [...ends];
  // The loop visits the nodes that it adds.
  for (const target of reached) {
    check();
    graph.edgesInto(target, (source, kind) => {
      if (next[source] !== -1 || isEnd[source] === 1) return;
      next[source] = target;
      kinds[source] = kind;
      steps[source] = steps[target]! + 1;
      reached.push(source);
    });
  }
  return { isEnd, next, kind: kinds, steps };
}

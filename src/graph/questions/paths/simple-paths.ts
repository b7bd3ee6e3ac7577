import type { Direction, VisitEdge } from '../../memory/memory-graph.js';
import { nodeOf, type WalkedGraph } from '../../reach/walked-graph.js';
import type { Interrupt } from '../interrupt.js';
import type { KindSet } from '../../memory/kind-set.js';
import { distancesFrom, type SearchedGraph } from './distances-to-ends.js';
import { type PathEdge, type PathSubgraph, storedParts } from './path-subgraph.js';

interface Candidate {
  readonly places: readonly number[];
  /** The index of the first place after which it differs from the path that it was found by. */
  readonly from: number;
}

/**
 * The shortest paths that visit no place twice, the shortest first, by Yen's algorithm with Lawler's restriction. Edges of several kinds
 * between two nodes are one step.
 * @param ends the places of one node
 */
export function simplePaths(
  graph: WalkedGraph,
  start: number,
  ends: readonly number[],
  kinds: KindSet,
  count: number,
  interrupt: Interrupt,
): PathSubgraph & { readonly paths: readonly (readonly number[])[] } {
  const found: (readonly number[])[] = [];
  /** Paths as nodes: several paths may hold a container in different states. */
  const paths = new Map<string, readonly number[]>();
  const candidates: Candidate[] = [];
  const seen = new Set<string>();
  const add = (places: readonly number[] | null, from: number) => {
    if (!places || seen.has(places.join())) return;
    seen.add(places.join());
    candidates.push({ places, from });
  };
  add(onePath(graph, start, ends, kinds, interrupt), 0);
  for (let next = takeShortest(candidates); next; next = takeShortest(candidates)) {
    const { places, from } = next;
    found.push(places);
    const nodes = places.map((place) => nodeOf(graph, place));
    if (!paths.has(nodes.join())) paths.set(nodes.join(), nodes);
    if (paths.size === count) break;
    for (let at = from; at < places.length - 1; at++) {
      const taken = new Set(found.filter((it) => sharesBeginning(it, places, at)).map((it) => it[at + 1]!));
      const rest = new RestOfPaths(graph, new Set(places.slice(0, at)), places[at]!, taken);
      const path = onePath(rest, places[at]!, ends, kinds, interrupt);
      add(path && [...places.slice(0, at), ...path], at);
    }
  }
  const followers = new Map<number, Set<number>>();
  for (const path of found)
    for (const [index, place] of path.entries()) {
      const its = followers.get(place) ?? new Set<number>();
      followers.set(place, its);
      if (index + 1 < path.length) its.add(path[index + 1]!);
    }
  const edges = [...followers].flatMap(([place, targets]) => edgesTo(graph, place, kinds, targets));
  return { paths: [...paths.values()], ...storedParts(graph, { ids: [...followers.keys()], edges, truncated: false }) };
}

/** A graph without some places, and without the steps from one place to some others. */
class RestOfPaths implements SearchedGraph {
  readonly size: number;

  constructor(
    private readonly graph: WalkedGraph,
    private readonly gone: ReadonlySet<number>,
    private readonly start: number,
    private readonly taken: ReadonlySet<number>,
  ) {
    this.size = graph.size;
  }

  degree(direction: Direction, place: number): number {
    return this.graph.degree(direction, place);
  }

  neighbours(direction: Direction, place: number, kinds: KindSet, visit: VisitEdge): boolean {
    const isTaken = (source: number, target: number) => source === this.start && this.taken.has(target);
    return this.graph.neighbours(direction, place, kinds, (peer, kind, flags) => {
      if (this.gone.has(peer) || (direction === 'out' ? isTaken(place, peer) : isTaken(peer, place))) return false;
      return visit(peer, kind, flags);
    });
  }
}

/** A shortest path; null if there is none. */
function onePath(
  graph: SearchedGraph,
  start: number,
  ends: readonly number[],
  kinds: KindSet,
  interrupt: Interrupt,
): readonly number[] | null {
  const distances = distancesFrom(graph, start, ends, kinds, interrupt);
  if (!distances.has(start)) return null;
  const path = [start];
  for (let nearer = distances.distanceOf(start) - 1; nearer >= 0; nearer--)
    graph.neighbours('out', path.at(-1)!, kinds, (next) => {
      if (distances.distanceOf(next) !== nearer) return false;
      path.push(next);
      return true;
    });
  return path;
}

function takeShortest(candidates: Candidate[]): Candidate | undefined {
  const [first] = candidates.toSorted((one, other) => one.places.length - other.places.length);
  if (first) candidates.splice(candidates.indexOf(first), 1);
  return first;
}

/** Whether the places up to an index are the same. */
function sharesBeginning(one: readonly number[], other: readonly number[], last: number): boolean {
  for (let at = 0; at <= last; at++) if (one[at] !== other[at]) return false;
  return true;
}

function edgesTo(graph: WalkedGraph, source: number, kinds: KindSet, targets: ReadonlySet<number>): PathEdge[] {
  const edges: PathEdge[] = [];
  graph.edgesFrom(source, (kind, target, flags) => {
    if ((!kinds || kinds[kind] === 1) && targets.has(target)) edges.push([source, kind, target, flags]);
    return false;
  });
  return edges;
}

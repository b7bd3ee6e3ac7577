import type { MemoryGraph } from '../../memory/memory-graph.js';
import { accountMarks, isAccountKind } from '../nodes/account-marks.js';
import type { Interrupt } from '../interrupt.js';
import { kindSetOf } from '../../memory/kind-set.js';
import { allPassedRoles, type WithPassedRoles } from '../walks/passed-roles.js';
import { HeldGraph } from '../../reach/held-graph.js';
import { placesOf } from '../../reach/walked-graph.js';
import { AllPlaces, EdgeAt, FormerGraph, firstSteps, type FirstSteps, type MovedEdges } from './former-graph.js';

interface NewWaysArguments {
  /** Kinds of the edges that are followed; null: all. */
  readonly kinds: readonly number[] | null;
  /** Whether containers lead on as they are held (src/graph/reach). */
  readonly held?: boolean | undefined;
  /** Object ids: of the accounts, those of these environments alone. */
  readonly environments?: readonly string[] | undefined;
  readonly skip: number;
  readonly limit: number;
}

/** Data of two points of time that memory lacks. */
export interface TwoPoints {
  readonly moved: MovedEdges;
  /** Ids of the members of tier zero at the first point. */
  readonly endsSince: readonly number[];
  readonly endsUntil: readonly number[];
  /** Accounts that were enabled or disabled meanwhile. */
  readonly states: readonly { readonly id: number; readonly since: boolean; readonly until: boolean }[];
}

/** An edge of a way: ids of its ends, and whether it came after the first point. */
interface WayEdge {
  readonly source: number;
  readonly kind: number;
  readonly target: number;
  readonly isNew: boolean;
}

interface NewWays extends WithPassedRoles {
  readonly count: number;
  /** The nodes of the page that the graph has. */
  readonly ids: readonly number[];
  /** Each from an account to an end, the shortest ones first. */
  readonly ways: readonly (readonly WayEdge[])[];
}

/**
 * A page of the accounts that are exposed at the second point, and were not at the first: enabled accounts that reach a member of tier zero,
 * or were one. An account that became a member itself has a way if it reaches a member that was one before.
 */
export function* newWays(
  graph: MemoryGraph,
  { kinds, held, environments, skip, limit }: NewWaysArguments,
  interrupt: Interrupt,
): Generator<'points', NewWays, TwoPoints> {
  const { moved, endsSince, endsUntil, states } = yield 'points';
  // Edges that are gone may enter other states than those of the graph in memory.
  const walked = held ? new HeldGraph(graph, true) : graph;
  const places = new AllPlaces(graph, walked);
  const followed = kindSetOf(kinds);
  const graphAt = (at: EdgeAt) => new FormerGraph(graph, walked, followed, places, moved, at);
  const [former, later] = [graphAt(EdgeAt.Since), graphAt(EdgeAt.Until)];
  const [since, until] = [endsSince, endsUntil].map((ids) =>
    ids.map((id) => places.of(id)).flatMap((place) => (places.isKnown(place) ? placesOf(walked, [place]) : place)),
  );
  const check = () => interrupt.check();
  const before = firstSteps(former, places.size, since!, check);
  const after = firstSteps(later, places.size, until!, check);
  const kept = until!.filter((node) => before.isEnd[node] === 1);
  const ofNewEnds = kept.length < until!.length ? firstSteps(later, places.size, kept, check) : after;
  const stepsOf = (node: number) => (after.isEnd[node] === 1 ? ofNewEnds : after);
  const [wasEnabled, isEnabled] = enabledAccounts(graph, states);
  const exposed: number[] = [];
  const isAsked = filterOf(graph, environments);
  for (let node = 0; node < graph.size; node++) {
    if (!isAsked(node)) continue;
    const wasExposed = wasEnabled[node] !== 0 && (before.isEnd[node] === 1 || before.next[node] !== -1);
    if (isEnabled[node] !== 0 && stepsOf(node).next[node] !== -1 && !wasExposed) exposed.push(node);
  }
  const lengthOf = (node: number) => stepsOf(node).steps[node]!;
  exposed.sort((one, other) => lengthOf(one) - lengthOf(other) || one - other);
  const page = exposed.slice(skip, skip + limit).map((node) => wayFrom(node, stepsOf(node)));
  const hadEdge = edgesOfWays(former, page);
  const ways = page.map((way) =>
    way.map(([source, kind, target]) => ({
      source: places.idOf(source),
      kind,
      target: places.idOf(target),
      isNew: !hadEdge(source, kind, target),
    })),
  );
  const known = new Set(
    page.flat().flatMap(([source, , target]) => [source, target].filter((it) => places.isKnown(it))),
  );
  const ids = [...new Set([...known].map((place) => places.idOf(place)))];
  return { count: exposed.length, ids, ways, ...allPassedRoles(graph) };
}

/** Marks of the accounts that are enabled at both points. */
function enabledAccounts(graph: MemoryGraph, states: TwoPoints['states']) {
  const until = accountMarks(graph);
  const since = until.slice();
  for (const { id, ...state } of states) {
    const place = graph.placeOf(id);
    if (place < 0 || !isAccountKind(graph.kindOf(place))) continue;
    since[place] = Number(state.since);
    until[place] = Number(state.until);
  }
  return [since, until] as const;
}

function filterOf(graph: MemoryGraph, environments: readonly string[] | undefined): (node: number) => boolean {
  if (!environments) return () => true;
  // Nodes without an environment have the index -1.
  const indices = new Set(environments.map((id) => graph.environments.indexOf(id)).filter((index) => index >= 0));
  return (node) => indices.has(graph.environmentOf(node));
}

type PlacedEdge = readonly [source: number, kind: number, target: number];

function wayFrom(start: number, { isEnd, next, kind }: FirstSteps): PlacedEdge[] {
  const way: PlacedEdge[] = [];
  for (let node = start; isEnd[node] === 0; node = next[node]!) way.push([node, kind[node]!, next[node]!]);
  return way;
}

/** Whether the former graph has edges of some ways. */
function edgesOfWays(former: FormerGraph, ways: readonly (readonly PlacedEdge[])[]) {
  const into = new Map<number, Set<string>>();
  for (const [, , target] of ways.flat()) {
    if (into.has(target)) continue;
    const edges = new Set<string>();
    into.set(target, edges);
    former.edgesInto(target, (source, kind) => edges.add(`${source} ${kind}`));
  }
  return (source: number, kind: number, target: number) => into.get(target)!.has(`${source} ${kind}`);
}

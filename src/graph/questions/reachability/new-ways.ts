import type { MemoryGraph } from '../../memory/memory-graph.js';
import { walkableGraph } from '../../memory/visible-graph.js';
import { accountMarks, isAccountKind } from '../nodes/account-marks.js';
import type { Interrupt } from '../interrupt.js';
import { kindSetOf } from '../../memory/kind-set.js';
import { allPassedRoles, type WithPassedRoles } from '../walks/passed-roles.js';
import { HeldGraph } from '../../reach/held-graph.js';
import { placesOf } from '../../reach/walked-graph.js';
import { groupedByEdge, type PlacedEdge, type WayGroup } from './way-groups.js';
import {
  AllPlaces,
  EdgeAt,
  edgesBetween,
  FormerGraph,
  firstSteps,
  type FirstSteps,
  type MovedEdges,
} from './former-graph.js';

interface NewWaysArguments {
  /** Kinds of the edges that are followed; null: all. */
  readonly kinds: readonly number[] | null;
  /** Whether containers lead on as they are held (src/graph/reach). */
  readonly held?: boolean | undefined;
  /** Object ids: of the accounts, those of these environments alone. */
  readonly environments?: readonly string[] | undefined;
  readonly skip: number;
  readonly limit: number;
  /** Whether accounts are grouped by the edge that opened their way. */
  readonly isGrouped?: boolean;
}

/** Data of two points of time that memory lacks. */
export interface TwoPoints {
  readonly moved: MovedEdges;
  /** Ids of the members of tier zero at the first point. */
  readonly endsSince: readonly number[];
  readonly endsUntil: readonly number[];
  /** Accounts that were enabled or disabled meanwhile. */
  readonly states: readonly { readonly id: number; readonly since: boolean; readonly until: boolean }[];
  /** Ids of removed nodes that a caller saw who sees a part of the graph. */
  readonly seenGone?: readonly number[];
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
  /** A page of the groups, if they are asked for: there are no ways then. Null: no edge is new. */
  readonly groups: readonly (Omit<WayGroup, 'edge'> & { readonly edge: WayEdge | null })[];
  /** The nodes of the page that the graph has. */
  readonly ids: readonly number[];
  /** Ids of the accounts of the page. */
  readonly accounts: readonly number[];
  /** Of each account to an end, the shortest ones first. Empty: all lead over nodes that the caller does not see. */
  readonly ways: readonly (readonly WayEdge[])[];
}

/**
 * A page of the accounts that are exposed at the second point, and were not at the first: enabled accounts that reach a member of tier zero,
 * or were one. An account that became a member itself has a way if it reaches a member that was one before.
 */
export function* newWays(
  graph: MemoryGraph,
  { kinds, held, environments, skip, limit, isGrouped = false }: NewWaysArguments,
  interrupt: Interrupt,
): Generator<'points', NewWays, TwoPoints> {
  const points = yield 'points';
  const check = () => interrupt.check();
  const walkable = walkableGraph(graph);
  const all = waysIn(walkable, { kinds, held }, points, check);
  const shown = walkable === graph ? all : waysIn(graph, { kinds, held }, seenPoints(graph, points), check);
  const exposed = exposedAccounts(graph, { states: points.states, environments }, all);
  const lengthOf = (node: number) => (shown.is(node) ? shown.stepsOf(node).steps[node]! : Infinity);
  exposed.sort((one, other) => lengthOf(one) - lengthOf(other) || one - other);
  const isNew = newTo(shown.former, check);
  const groups = isGrouped ? groupedByEdge(exposed, shown.stepsOf, isNew) : [];
  const listed = isGrouped ? [] : exposed.slice(skip, skip + limit);
  const page = pageIn(shown.places, isNew, {
    accounts: listed,
    ways: listed.map((node) => (shown.is(node) ? wayFrom(node, shown.stepsOf(node)) : [])),
    groups: groups.slice(skip, skip + limit),
  });
  return { count: isGrouped ? groups.length : exposed.length, ...page, ...allPassedRoles(graph) };
}

/** The ways of a graph at both points. */
interface Ways {
  readonly places: AllPlaces;
  readonly former: FormerGraph;
  readonly stepsOf: (node: number) => FirstSteps;
  /** Whether a node has a way, or had one or was an end. */
  readonly is: (node: number) => boolean;
  readonly was: (node: number) => boolean;
}

function waysIn(
  graph: MemoryGraph,
  { kinds, held }: Pick<NewWaysArguments, 'kinds' | 'held'>,
  { moved, endsSince, endsUntil }: TwoPoints,
  check: () => void,
): Ways {
  // Edges that are gone may enter other states than those of the graph in memory.
  const walked = held ? new HeldGraph(graph, true) : graph;
  const places = new AllPlaces(graph, walked);
  const followed = kindSetOf(kinds);
  const graphAt = (at: EdgeAt) => new FormerGraph(graph, walked, followed, places, moved, at);
  const [former, later] = [graphAt(EdgeAt.Since), graphAt(EdgeAt.Until)];
  const [since, until] = [endsSince, endsUntil].map((ids) =>
    ids.map((id) => places.of(id)).flatMap((place) => (places.isKnown(place) ? placesOf(walked, [place]) : place)),
  );
  const before = firstSteps(former, places.size, since!, check);
  const after = firstSteps(later, places.size, until!, check);
  const kept = until!.filter((node) => before.isEnd[node] === 1);
  const ofNewEnds = kept.length < until!.length ? firstSteps(later, places.size, kept, check) : after;
  const stepsOf = (node: number) => (after.isEnd[node] === 1 ? ofNewEnds : after);
  return {
    places,
    former,
    stepsOf,
    is: (node) => stepsOf(node).next[node] !== -1,
    was: (node) => before.isEnd[node] === 1 || before.next[node] !== -1,
  };
}

/** @param graph as the caller sees it @returns the points without edges of nodes that the caller does not see */
function seenPoints(graph: MemoryGraph, points: TwoPoints): TwoPoints {
  const gone = new Set(points.seenGone);
  const sees = (id: number) => gone.has(id) || graph.exists(graph.placeOf(id));
  return { ...points, moved: edgesBetween(points.moved, sees) };
}

/** Enabled accounts that have a way, and had none or were disabled. */
function exposedAccounts(
  graph: MemoryGraph,
  { states, environments }: Pick<TwoPoints, 'states'> & Pick<NewWaysArguments, 'environments'>,
  hasWay: Pick<Ways, 'was' | 'is'>,
): number[] {
  const [wasEnabled, isEnabled] = enabledAccounts(graph, states);
  const exposed: number[] = [];
  for (let node = 0; node < graph.size; node++)
    if (isEnabled[node] !== 0 && hasWay.is(node) && !(wasEnabled[node] !== 0 && hasWay.was(node))) exposed.push(node);
  return exposed.filter(filterOf(graph, environments));
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

/** Writes places as ids. */
function pageIn(
  places: AllPlaces,
  isNew: (...edge: PlacedEdge) => boolean,
  {
    accounts,
    ways,
    groups,
  }: {
    readonly accounts: readonly number[];
    readonly ways: readonly PlacedEdge[][];
    readonly groups: readonly WayGroup[];
  },
): Pick<NewWays, 'ids' | 'accounts' | 'ways' | 'groups'> {
  const withIds = ([source, kind, target]: PlacedEdge) => ({
    source: places.idOf(source),
    kind,
    target: places.idOf(target),
    isNew: isNew(source, kind, target),
  });
  const edges = [...ways.flat(), ...groups.flatMap(({ edge }) => (edge ? [edge] : []))];
  const firsts = groups.map(({ first }) => first);
  const named = [...edges.flatMap(([source, , target]) => [source, target]), ...firsts, ...accounts];
  return {
    ids: [...new Set(named.filter((it) => places.isKnown(it)).map((it) => places.idOf(it)))],
    accounts: accounts.map((node) => places.idOf(node)),
    ways: ways.map((way) => way.map(withIds)),
    groups: groups.map(({ edge, first, ...group }) => ({
      ...group,
      edge: edge && withIds(edge),
      first: places.idOf(first),
    })),
  };
}

function wayFrom(start: number, { isEnd, next, kind }: FirstSteps): PlacedEdge[] {
  const way: PlacedEdge[] = [];
  for (let node = start; isEnd[node] === 0; node = next[node]!) way.push([node, kind[node]!, next[node]!]);
  return way;
}

/** Whether the former graph lacks an edge. */
function newTo(former: FormerGraph, check: () => void) {
  const into = new Map<number, Set<string>>();
  return (source: number, kind: number, target: number) => {
    let edges = into.get(target);
    if (!edges) {
      check();
      const found = new Set<string>();
      into.set(target, (edges = found));
      former.edgesInto(target, (from, of) => found.add(`${from} ${of}`));
    }
    return !edges.has(`${source} ${kind}`);
  };
}

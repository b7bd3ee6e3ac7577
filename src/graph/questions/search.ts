import type { Layer } from '../memory/graph-data.js';
import type { MemoryGraph } from '../memory/memory-graph.js';
import { Beginnings, foldText, Match, Occurrences } from '../memory/texts.js';
import type { Interrupt } from './interrupt.js';
import type { NodePage } from './walks/entity-list.js';

export interface SearchRequest {
  readonly query: string;
  /** Nodes must have one of these kinds. */
  readonly kinds: readonly number[] | null;
  /** Nodes must be in one of these domains or tenants, given by object ids. */
  readonly environments: readonly string[] | null;
  /** Only the nodes with these ids are searched. */
  readonly among: readonly number[] | null;
  /** These nodes are not searched. */
  readonly except: readonly number[] | null;
  readonly skip: number;
  readonly limit: number;
}

/** Matches of one class in their order, as far as the page needs them. */
interface Found {
  readonly nodes: number[];
  count: number;
}

/** From the best. */
const classes = [Match.Exact, Match.Prefix, Match.Contains];

/**
 * Nodes whose object id, name or distinguished name is the query, then those for which one of these begins with it, then those whose name
 * contains it. Each class is in the order of name and object id.
 */
export function search(graph: MemoryGraph, request: SearchRequest, interrupt: Interrupt): NodePage {
  const { base, overlay } = graph.data;
  const most = request.skip + request.limit;
  const isWanted = filterOf(graph, request);
  const isOfBase = overlay ? (node: number) => graph.isOfBase(node) && isWanted?.(node) !== false : isWanted;
  const ofBase = findIn(base, request.query, isOfBase, most, interrupt);
  const ofOverlay = overlay && findIn(overlay, request.query, isWanted, most, interrupt);
  const found = ofOverlay ? ofBase.map((it, index) => merged(graph, it, ofOverlay[index]!)) : ofBase;
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    ids: graph.idsOf(found.flatMap(({ nodes }) => nodes).slice(request.skip, most)),
  };
}

/** @param isWanted null: all nodes are */
function findIn(
  { index }: Layer,
  query: string,
  isWanted: ((node: number) => boolean) | null,
  most: number,
  interrupt: Interrupt,
): readonly Found[] {
  const folded = Buffer.from(foldText(query));
  const { names, objectids, distinguishedNames, nodes } = index;
  const inNames = new Occurrences(names, folded);
  const inIds = new Beginnings(objectids, folded);
  // Each distinguished name has an equals sign after a few letters.
  const inOthers = query.includes('=') ? new Beginnings(distinguishedNames, folded) : null;
  const found = classes.map((): Found => ({ nodes: [], count: 0 }));
  const nextFrom = (place: number): number =>
    Math.min(inNames.nextFrom(place), inIds.nextFrom(place), inOthers ? inOthers.nextFrom(place) : Infinity);
  let visited = 0;
  for (let place = nextFrom(0); place < nodes.length; place = nextFrom(place + 1)) {
    if ((visited++ & 0xfff) === 0) interrupt.check();
    if (isWanted && !isWanted(nodes[place]!)) continue;
    const best = Math.max(
      inNames.matchOf(place),
      inIds.matchOf(place),
      inOthers ? inOthers.matchOf(place) : Match.None,
    );
    const of = found[Match.Exact - best]!;
    if (of.count++ < most) of.nodes.push(nodes[place]!);
  }
  return found;
}

/** @returns null if all nodes are wanted */
function filterOf(
  graph: MemoryGraph,
  { kinds, environments, among, except }: SearchRequest,
): ((node: number) => boolean) | null {
  if (!kinds && !environments && !among && !except) return null;
  const wanted = among && new Set(graph.nodesOf(among));
  const unwanted = except && new Set(graph.nodesOf(except));
  // Nodes without an environment have the index -1, as an environment without nodes.
  const within =
    environments && new Set(environments.map((id) => graph.environments.indexOf(id)).filter((it) => it >= 0));
  return (node) =>
    (!wanted || wanted.has(node)) &&
    !unwanted?.has(node) &&
    (!within || within.has(graph.environmentOf(node))) &&
    (!kinds || kinds.some((kind) => graph.hasKind(node, kind)));
}

/** Two lists in the same order as one. */
function merged(graph: MemoryGraph, one: Found, other: Found): Found {
  const nameRank = graph.ranks('nameRank');
  const objectidRank = graph.ranks('objectidRank');
  const nodes = [...one.nodes, ...other.nodes].toSorted(
    (a, b) => nameRank(a) - nameRank(b) || objectidRank(a) - objectidRank(b),
  );
  return { nodes, count: one.count + other.count };
}

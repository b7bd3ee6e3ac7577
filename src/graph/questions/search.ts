import type { Layer } from '../memory/graph-data.js';
import type { MemoryGraph } from '../memory/memory-graph.js';
import { Beginnings, foldText, Match, Occurrences } from '../memory/texts.js';
import type { Condition } from '../conditions/condition.js';
import type { EntityPageRequest } from './pages/shown-node.js';
import type { Interrupt } from './interrupt.js';
import type { AnswerWithNeeds } from './needs.js';
import { type NodeFilter, nodeTest } from './nodes/node-filter.js';
import { keptResults } from './pages/kept-results.js';
import { chosenPage, type NodePage } from './walks/entity-list.js';

export interface SearchRequest extends NodeFilter {
  /** Null: any node. */
  readonly query: string | null;
  /** Nodes must meet these conditions; absent: none. */
  readonly where?: readonly Condition[];
  /** The order of matches breaks ties, then the order of ids. */
  readonly order?: EntityPageRequest['order'];
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
export function search(
  graph: MemoryGraph,
  request: SearchRequest,
  interrupt: Interrupt,
): NodePage | AnswerWithNeeds<NodePage> {
  const { query, where = [], order = [], skip, limit, ...others } = request;
  if (query !== null && where.length === 0 && order.length === 0)
    return bestMatches(graph, { ...request, query }, interrupt);
  const nodes = () => Int32Array.from(allNodes(graph, query, nodeTest(graph, request), interrupt));
  const page = { skip, limit, order };
  return chosenPage(
    graph,
    { key: ['search', query, others], nodes, isInOrder: query !== null, where, page },
    interrupt,
  );
}

/** All type the same first letters, which most names contain. */
const keptOf = keptResults<NodePage>(({ ids }) => 8 * ids.length);

/** As {@link search} for a query alone. */
export function bestMatches(
  graph: MemoryGraph,
  request: SearchRequest & { readonly query: string },
  interrupt: Interrupt,
): NodePage {
  const { query, skip, limit, ...filter } = request;
  const key = JSON.stringify(request);
  const known = keptOf(graph).get(key);
  if (known) return known;
  const found = matchesOf(graph, query, nodeTest(graph, filter), skip + limit, interrupt);
  const page = {
    count: found.reduce((sum, { count }) => sum + count, 0),
    ids: graph.idsOf(found.flatMap(({ nodes }) => nodes).slice(skip, skip + limit)),
  };
  keptOf(graph).set(key, page);
  return page;
}

function allNodes(
  graph: MemoryGraph,
  query: string | null,
  isWanted: ((node: number) => boolean) | null,
  interrupt: Interrupt,
): number[] {
  if (query !== null) return matchesOf(graph, query, isWanted, Infinity, interrupt).flatMap((found) => found.nodes);
  const nodes: number[] = [];
  for (let node = 0; node < graph.size; node++) if (graph.exists(node) && isWanted?.(node) !== false) nodes.push(node);
  return nodes;
}

/** By class, from the best. @param most nodes of a class that are returned */
function matchesOf(
  graph: MemoryGraph,
  query: string,
  isWanted: ((node: number) => boolean) | null,
  most: number,
  interrupt: Interrupt,
): readonly Found[] {
  const { base, overlay } = graph.data;
  const isThere = graph.isPart ? (node: number) => graph.exists(node) && isWanted?.(node) !== false : isWanted;
  const isOfBase = overlay ? (node: number) => graph.isOfBase(node) && isThere?.(node) !== false : isThere;
  const ofBase = findIn(base, query, isOfBase, most, interrupt);
  const ofOverlay = overlay && findIn(overlay, query, isThere, most, interrupt);
  return ofOverlay ? ofBase.map((it, index) => merged(graph, it, ofOverlay[index]!)) : ofBase;
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

/** Two lists in the same order as one. */
function merged(graph: MemoryGraph, one: Found, other: Found): Found {
  const nameRank = graph.ranks('nameRank');
  const objectidRank = graph.ranks('objectidRank');
  const nodes = [...one.nodes, ...other.nodes].toSorted(
    (a, b) => nameRank(a) - nameRank(b) || objectidRank(a) - objectidRank(b),
  );
  return { nodes, count: one.count + other.count };
}

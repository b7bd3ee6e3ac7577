import { lengthOf, prefixRange } from '../texts/find-objectids.js';
import { Match, TextQuery } from '../texts/find-texts.js';
import type { NameIndex } from '../texts/name-index.js';
import { foldText } from '../texts/raw-texts.js';
import type { Texts } from '../texts/texts.js';
import type { Layer } from '../memory/graph-data.js';
import type { MemoryGraph } from '../memory/memory-graph.js';
import type { NodePage } from './walks/entity-list.js';
import type { Interrupt } from './interrupt.js';

export interface SearchRequest {
  readonly query: string;
  /** Nodes must have one of these kinds. */
  readonly kinds: readonly number[] | null;
  /** Nodes must be in one of these domains or tenants, given by object ids. */
  readonly environments: readonly string[] | null;
  /** Only these nodes are searched. */
  readonly among: readonly number[] | null;
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
    ids: found.flatMap(({ nodes }) => nodes).slice(request.skip, most),
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
  const matches = matchesOf(index, query, interrupt);
  const found = classes.map((): Found => ({ nodes: [], count: 0 }));
  for (let place = 0; place < matches.length; place++) {
    if ((place & 0xffff) === 0) interrupt.check();
    const match = matches[place]!;
    if (match === Match.None || (isWanted && !isWanted(index.nodes[place]!))) continue;
    const of = found[Match.Exact - match]!;
    if (of.count++ < most) of.nodes.push(index.nodes[place]!);
  }
  return found;
}

/** By place of a node, how it matches. */
function matchesOf(
  { names, grams, distinguishedNames, objectids, objectidOf }: NameIndex,
  query: string,
  interrupt: Interrupt,
): Uint8Array {
  const folded = Buffer.from(foldText(query));
  const matches = new Uint8Array(objectidOf.length);
  new TextQuery(names, folded).findAll(grams, matches, () => interrupt.check());
  matchObjectids(objectids, objectidOf, Buffer.from(query.toUpperCase()), matches);
  // Each distinguished name has an equals sign after a few letters.
  if (query.includes('=')) matchBeginnings(new TextQuery(distinguishedNames, folded), matches, interrupt);
  return matches;
}

function matchObjectids(objectids: Texts, objectidOf: Uint32Array, query: Buffer, matches: Uint8Array): void {
  const { first, end } = prefixRange(objectids, query);
  if (first === end) return;
  const exact = lengthOf(objectids, first) === query.length ? first : -1;
  for (let place = 0; place < matches.length; place++) {
    const index = objectidOf[place]!;
    if (index < first || index >= end) continue;
    if (index === exact) matches[place] = Match.Exact;
    else if (matches[place]! < Match.Prefix) matches[place] = Match.Prefix;
  }
}

function matchBeginnings(query: TextQuery, matches: Uint8Array, interrupt: Interrupt): void {
  for (let place = 0; place < matches.length; place++) {
    if ((place & 0xffff) === 0) interrupt.check();
    if (!query.isPrefix(place)) continue;
    if (query.isWhole(place)) matches[place] = Match.Exact;
    else if (matches[place]! < Match.Prefix) matches[place] = Match.Prefix;
  }
}

/** @returns null if all nodes are wanted */
function filterOf(
  graph: MemoryGraph,
  { kinds, environments, among }: SearchRequest,
): ((node: number) => boolean) | null {
  if (!kinds && !environments && !among) return null;
  const wanted = among && new Set(among);
  // Nodes without an environment have the index -1, as an environment without nodes.
  const within =
    environments && new Set(environments.map((id) => graph.environments.indexOf(id)).filter((it) => it >= 0));
  return (node) =>
    (!wanted || wanted.has(node)) &&
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

import type { Database } from '../../../database/database.js';
import {
  type EdgeRecord,
  type Endpoint,
  isLookedUp,
  isMatchedEndpoint,
  type KnownEndpoint,
  type MatchedEndpoint,
  maxUnresolved,
  type ResolvedEdge,
  type UnresolvedEdge,
} from '../../records.js';
import { GraphBatch } from '../batch/graph-batch.js';
import { findMatches, matchKey, type Matches } from './find-matches.js';
import { storeOpenEdges } from '../removal/open-edges.js';
import type { ReferringRecord } from '../batch/deferred-statements.js';

/** Characters of a sought value that a report quotes. */
const longestQuoted = 200;

interface ResolvedReferences {
  /** The records with the nodes that were found. */
  readonly batch: GraphBatch;
  /** The first of the edges that are left out. */
  readonly unresolved: readonly UnresolvedEdge[];
  readonly unresolvedCount: number;
}

/**
 * Looks up the ends of edges in the whole graph. An edge that finds none is stored, and each analysis tries it again; so is an edge whose
 * object id equals the id of a node without regard to case, because a node with the very id may come.
 */
export async function resolveReferences(
  database: Database,
  records: readonly ReferringRecord[],
  day: string,
): Promise<ResolvedReferences> {
  const ends = records.flatMap(({ edges }) => edges.flatMap(({ source, target }) => [source, target]));
  const matches = await findMatches(database, ends.filter(isLookedUp));
  const batch = new GraphBatch();
  const left: EdgeRecord[] = [];
  // They may wait from an earlier load. If both ends are given by object ids, the next analysis finds them.
  const found: EdgeRecord[] = [];
  for (const { edges, lists, identity, subject } of records) {
    for (const edge of edges) {
      const between = resolved(edge, matches);
      if (between) batch.link(between.source, between.kind, between.target, between.properties);
      else left.push(edge);
      if (between && (mayBeOpen(edge.source) || mayBeOpen(edge.target))) found.push(edge);
    }
    for (const { objectid, list } of lists) batch.whole(objectid, list);
    batch.endOfRecord(identity, subject);
  }
  const waiting = left.filter((edge) => mayWait(edge, matches));
  const open = await storeOpenEdges(database, waiting, found, day);
  const unresolved = left.filter((edge) => !open.has(edge) || resolved(edge, matches, 'in any case') === null);
  return {
    batch,
    unresolved: unresolved.slice(0, maxUnresolved).map((edge) => faultOf(edge, matches, open)),
    unresolvedCount: unresolved.length,
  };
}

function mayBeOpen(end: Endpoint): boolean {
  return isMatchedEndpoint(end) && !end.otherwise;
}

/** Whether an object id finds a node whose id differs in case. */
type Comparison = 'exact' | 'in any case';

/** @returns the edge between nodes; null if an end found none, or several */
export function resolved(edge: EdgeRecord, matches: Matches, comparison: Comparison = 'exact'): ResolvedEdge | null {
  const source = nodeOf(edge.source, matches, comparison);
  const target = nodeOf(edge.target, matches, comparison);
  if (!source || !target) return null;
  const { kind, properties } = edge;
  return { source, kind, target, properties };
}

function nodeOf(end: Endpoint, matches: Matches, comparison: Comparison): KnownEndpoint | null {
  if (!isMatchedEndpoint(end) && !end.mustExist) return end;
  const match = matches.get(matchKey(end));
  if (!match) return (isMatchedEndpoint(end) && end.otherwise) || null;
  if (match.count > 1 || (match.isOfOtherCase && comparison === 'exact')) return null;
  return { objectid: match.objectid, kinds: isMatchedEndpoint(end) ? [] : end.kinds };
}

/** Which of several nodes with the properties is meant will not become clearer. A node with the very object id may come. */
function mayWait({ source, target }: EdgeRecord, matches: Matches): boolean {
  return ![source, target].some(
    (end) => isMatchedEndpoint(end) && !end.waits && (matches.get(matchKey(end))?.count ?? 0) > 1,
  );
}

function faultOf(edge: EdgeRecord, matches: Matches, open: ReadonlySet<EdgeRecord>): UnresolvedEdge {
  const isSource = nodeOf(edge.source, matches, 'in any case') === null;
  const end = isSource ? edge.source : edge.target;
  const count = matches.get(matchKey(end))?.count ?? 0;
  const reason = [
    `${isSource ? 'source' : 'target'}: ${count === 0 ? 'no node has' : `${count} nodes have`} `,
    isMatchedEndpoint(end) ? propertiesText(end) : pairText('objectid', end.objectid),
    count > 1 && !isMatchedEndpoint(end) ? ' without regard to case' : '',
    open.has(edge) ? '; it is tried again when further data has come' : '',
  ];
  return { record: edge.record ?? 0, reason: reason.join('') };
}

function propertiesText({ match, kind }: MatchedEndpoint): string {
  const pairs = match.map(({ key, value }) => pairText(key, value)).join(' and ');
  return kind === undefined ? pairs : `${pairs} and kind ${kind}`;
}

function pairText(key: string, value: string | number | boolean): string {
  return `${key} = ${JSON.stringify(value).slice(0, longestQuoted)}`;
}

import type { Database } from '../../database/database.js';
import {
  type EdgeRecord,
  type Endpoint,
  isLookedUp,
  isReference,
  isMatchedEndpoint,
  type KnownEndpoint,
  type MatchedEndpoint,
  maxUnresolved,
  type UnresolvedEdge,
} from '../records.js';
import { GraphBatch } from '../writer/graph-batch.js';
import { findMatches, matchKey, type Matches } from './find-matches.js';
import { type LookedUpEdge, storeOpenEdges } from './open-edges.js';
import type { ReferringRecord } from './referring-records.js';

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
 * object id equals that of a node without regard to case, because a node with the very id may come.
 */
export async function resolveReferences(
  database: Database,
  records: readonly ReferringRecord[],
  day: string,
): Promise<ResolvedReferences> {
  const edges = records.flatMap((record) => record.edges).filter(isReference);
  const matches = await findMatches(
    database,
    edges.flatMap(({ source, target }) => [source, target]).filter(isLookedUp),
  );
  const open = await storeOpenEdges(
    database,
    edges.flatMap((edge) => lookedUp(edge, matches) ?? []),
    day,
  );
  const isLeft = (edge: EdgeRecord) =>
    resolved(edge, matches) === null && !(open.has(edge) && resolved(edge, matches, 'in any case'));
  const left = edges.filter(isLeft);
  return {
    batch: batchOf(records, matches),
    unresolved: left.slice(0, maxUnresolved).map((edge) => faultOf(edge, matches, open)),
    unresolvedCount: left.length,
  };
}

function batchOf(records: readonly ReferringRecord[], matches: Matches): GraphBatch {
  const batch = new GraphBatch();
  for (const { edges, lists, identity, subject } of records) {
    for (const edge of edges) {
      const found = resolved(edge, matches);
      if (found) batch.edge(found);
    }
    for (const list of lists) batch.wholeList(list);
    batch.endOfRecord(identity, subject);
  }
  return batch;
}

/** Whether an object id finds a node whose id differs in case. */
type Comparison = 'exact' | 'in any case';

export interface ResolvedEdge extends EdgeRecord {
  readonly source: KnownEndpoint;
  readonly target: KnownEndpoint;
}

/** @returns the edge between nodes; null if an end found none, or several */
export function resolved(edge: EdgeRecord, matches: Matches, comparison: Comparison = 'exact'): ResolvedEdge | null {
  const source = nodeOf(edge.source, matches, comparison);
  const target = nodeOf(edge.target, matches, comparison);
  return source && target && { ...edge, source, target };
}

function nodeOf(end: Endpoint, matches: Matches, comparison: Comparison): KnownEndpoint | null {
  if (!isMatchedEndpoint(end) && !end.mustExist) return end;
  const match = matches.get(matchKey(end));
  if (!match) return (isMatchedEndpoint(end) && end.otherwise) || null;
  if (match.count > 1 || (match.isOfOtherCase && comparison === 'exact')) return null;
  return { objectid: match.objectid, kinds: isMatchedEndpoint(end) ? [] : end.kinds };
}

/** Which of several nodes has the properties that are meant will not become clearer. A node with the very object id may come. */
function lookedUp(edge: EdgeRecord, matches: Matches): LookedUpEdge | null {
  const ends = [edge.source, edge.target].filter(isLookedUp);
  const byProperties = ends.filter(isMatchedEndpoint);
  if (byProperties.length === ends.length && byProperties.every(({ otherwise }) => otherwise)) return null;
  const isFound = resolved(edge, matches) !== null;
  // Ordinary edges: if one waits from an earlier load, the next analysis finds it.
  if (isFound && byProperties.length === 0) return null;
  const isAmbiguous = byProperties.some((end) => (matches.get(matchKey(end))?.count ?? 0) > 1);
  return { edge, isFound, mayWait: !isAmbiguous };
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

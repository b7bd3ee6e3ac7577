import type { Database } from '../../database/database.js';
import {
  type EdgeRecord,
  type Endpoint,
  isReference,
  isMatchedEndpoint,
  type KnownEndpoint,
  type MatchedEndpoint,
  maxUnresolved,
  type UnresolvedEdge,
} from '../records.js';
import { GraphBatch } from '../writer/graph-batch.js';
import { findMatches, matchKey, type Matches, storedPairs } from './find-matches.js';
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

/** Looks up the ends of edges in the whole graph. An edge that finds none is stored, and each analysis tries it again. */
export async function resolveReferences(
  database: Database,
  records: readonly ReferringRecord[],
  day: string,
): Promise<ResolvedReferences> {
  const edges = records.flatMap((record) => record.edges).filter(isReference);
  const sought = edges.flatMap(({ source, target }) => [source, target]).filter(isMatchedEndpoint);
  const matches = await findMatches(database, sought);
  const open = await storeOpenEdges(
    database,
    edges.flatMap((edge) => lookedUp(edge, matches) ?? []),
    day,
  );
  const left = edges.filter((edge) => !resolved(edge, matches));
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

/** @returns the edge between nodes; null if an end found none, or several */
export function resolved(edge: EdgeRecord, matches: Matches): EdgeRecord | null {
  const source = nodeOf(edge.source, matches);
  const target = nodeOf(edge.target, matches);
  return source && target && { ...edge, source, target };
}

function nodeOf(end: Endpoint, matches: Matches): KnownEndpoint | null {
  if (!isMatchedEndpoint(end)) return end;
  const match = matches.get(matchKey(end));
  if (!match) return end.otherwise ?? null;
  return match.count === 1 ? { objectid: match.objectid, kinds: [] } : null;
}

/** Only an edge that found no node may find it later: which of several is meant will not become clearer. */
function lookedUp(edge: EdgeRecord, matches: Matches): LookedUpEdge | null {
  const ends = [edge.source, edge.target].filter(isMatchedEndpoint);
  if (ends.every(({ otherwise }) => otherwise)) return null;
  const isAmbiguous = ends.some((end) => (matches.get(matchKey(end))?.count ?? 0) > 1);
  return { edge, isFound: resolved(edge, matches) !== null, mayWait: !isAmbiguous };
}

function faultOf(edge: EdgeRecord, matches: Matches, open: ReadonlySet<EdgeRecord>): UnresolvedEdge {
  const isSource = nodeOf(edge.source, matches) === null;
  const end = (isSource ? edge.source : edge.target) as MatchedEndpoint;
  const count = matches.get(matchKey(end))?.count ?? 0;
  const pairs = storedPairs(end).map(({ key, value }) => `${key} = ${JSON.stringify(value).slice(0, longestQuoted)}`);
  const reason = [
    `${isSource ? 'source' : 'target'}: ${count === 0 ? 'no node has' : `${count} nodes have`} `,
    pairs.join(' and '),
    end.kind === undefined ? '' : ` and kind ${end.kind}`,
    open.has(edge) ? '; it is tried again when further data has come' : '',
  ];
  return { record: edge.record ?? 0, reason: reason.join('') };
}

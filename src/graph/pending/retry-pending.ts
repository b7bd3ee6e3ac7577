import type { Database, SqlRunner } from '../../database/database.js';
import { hasRows } from '../has-rows.js';
import { bulkSettings } from '../store/bulk-settings.js';
import type { GraphLoader } from '../loader/graph-loader.js';
import { findMatches } from '../loader/resolve-matches.js';
import type { EdgeRecord } from '../records.js';

const wanted = `
  CREATE TEMP TABLE pending_end ON COMMIT DROP AS
  SELECT p.id, (row_number() OVER ())::int AS no, e.sought
  FROM pending_edge p CROSS JOIN LATERAL (VALUES (p.source), (p.target)) AS e(sought) WHERE e.sought ? 'match'`;

const asMatches = `
  CREATE TEMP TABLE stage_match ON COMMIT DROP AS
  SELECT no, sought -> 'match' AS pairs, sought ->> 'kind' AS kind, NULL::text AS otherwise, NULL::int AS otherwise_list
  FROM pending_end`;

const found = `
  SELECT p.source, p.kind, p.target, p.properties, p.seen_on::text AS "seenOn"
  FROM pending_edge p
  WHERE NOT EXISTS (SELECT FROM pending_end e JOIN found_match f ON f.no = e.no WHERE e.id = p.id AND f.found <> 1)
  ORDER BY p.seen_on, p.id`;

interface FoundEdge extends Omit<EdgeRecord, 'record'> {
  readonly seenOn: string;
}

/** Loads the pending edges whose ends are there by now, as of the day on which they were stated: what ages does so from then. */
export async function retryPending(database: Database, loader: GraphLoader): Promise<void> {
  const edges = await database.transaction(findPending);
  for (const day of new Set(edges.map(({ seenOn }) => seenOn))) {
    await loader.load(
      async (sink) => {
        for (const { seenOn, ...edge } of edges) if (seenOn === day) await sink.edge({ ...edge, record: 0 });
      },
      { seenOn: day },
    );
  }
}

async function findPending(tx: SqlRunner): Promise<FoundEdge[]> {
  if (!(await hasRows(tx, 'pending_edge'))) return [];
  await tx.query(bulkSettings);
  await tx.query(wanted);
  await tx.query(asMatches);
  await findMatches(tx);
  return tx.query<FoundEdge>(found);
}

import type { SqlRunner } from '../../database/database.js';
import { EdgeFlag } from '../store/edge-flag.js';
import { kindOfIncomingList, kindOfOutgoingList } from './list-edges.js';

/**
 * SQL: these records are no longer known. They are found once: for a table that it takes to be small the planner would find them anew for
 * each of its rows.
 * @param digests SQL: a query of one column
 */
export function forgetting(digests: string): string {
  return `
    WITH forgotten AS MATERIALIZED (SELECT DISTINCT digest FROM (${digests}) d (digest))
    UPDATE collected SET digest = NULL WHERE digest IN (SELECT digest FROM forgotten)`;
}

/** As {@link forgetting}. */
export async function forgetRecords(tx: SqlRunner, digests: string): Promise<void> {
  await tx.query(forgetting(digests));
}

/**
 * No record is known any more that says something of these nodes.
 * @param nodes SQL: a query of one column, ids of nodes
 */
export async function forgetRecordsOfNodes(tx: SqlRunner, nodes: string): Promise<void> {
  await forgetRecords(tx, `SELECT digest FROM collected WHERE digest IS NOT NULL AND node_id IN (${nodes})`);
}

/**
 * No record is known any more that states one of these edges, or gives a list whole that the edge is in, whether it states it or not.
 * @param edges SQL: a query of `(source, kind, target, flags)`; the flags say which lists that are, and whether it is stated singly
 */
export async function forgetRecordsOfEdges(tx: SqlRunner, edges: string): Promise<void> {
  await forgetRecords(tx, recordsOfEdges(edges));
}

/**
 * SQL: the digests of the records of which {@link forgetRecordsOfEdges} tells.
 * @param outgoing the same where it is of other edges that the lists of sources count
 */
export function recordsOfEdges(edges: string, outgoing = edges): string {
  return `${recordsAt('target', 'incoming', kindOfIncomingList('e'), edges)}
    UNION ALL ${recordsAt('source', 'outgoing', kindOfOutgoingList('e'), outgoing)}`;
}

/** What is in no list is left out before it is joined, which spares most of the work: rights are in no list of their sources. */
function recordsAt(end: 'source' | 'target', lists: 'incoming' | 'outgoing', kind: string, edges: string): string {
  return `
    SELECT c.digest FROM (${edges}) e JOIN collected c ON c.node_id = e.${end} JOIN list_set s ON s.id = c.lists
    WHERE c.digest IS NOT NULL AND (e.flags & ${EdgeFlag.Collected} <> 0 OR ${kind} IS NOT NULL)
      AND (e.flags & ${EdgeFlag.Collected} <> 0 OR ${kind} = ANY (s.${lists}))`;
}

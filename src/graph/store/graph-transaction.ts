import type { SqlRunner } from '../../database/database.js';

/**
 * Settings for one transaction that reads or writes much of the graph. It takes longer than a request may, and its connection is idle
 * while rows are merged or edges are derived. Compiling statements takes longer than it gains. Small samples describe the temporary
 * tables well enough. Each row is looked up once, so remembered results are of no use. Scans of all nodes are parallel, although most rows
 * are returned.
 */
export const bulkSettings = `
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL work_mem = '128MB'; SET LOCAL jit = off; SET LOCAL enable_memoize = off; SET LOCAL default_statistics_target = 10;
  SET LOCAL parallel_tuple_cost = 0.01`;

/** Any number that no other advisory lock of the product uses. */
const graphWriteLock = 7_268_001;

/**
 * Waits until no other transaction writes the graph, and keeps others waiting until this one ends. Therefore rows that were read can be
 * merged without deadlock, and versions are committed in their order. Readers do not wait. They see by the row of the state that something was
 * written ({@link lastWrite}).
 */
export async function lockGraphForWriting(tx: SqlRunner): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [graphWriteLock]);
  await tx.query('UPDATE graph_state SET version = version');
}

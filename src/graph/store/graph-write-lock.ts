import type { SqlRunner } from '../../database/database.js';

/** Any number that no other advisory lock of the product uses. */
const graphWriteLock = 7_268_001;

/**
 * Waits until no other transaction writes the graph, and keeps others waiting until this one ends. Therefore rows that were read can be
 * merged without deadlock, and versions are committed in their order. Readers do not wait.
 */
export async function lockGraphForWriting(tx: SqlRunner): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [graphWriteLock]);
}

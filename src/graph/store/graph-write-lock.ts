import type { SqlRunner } from '../../database/database.js';

/** Any number that no other advisory lock of the product uses. */
const graphWriteLock = 7_268_001;

/**
 * Lets one transaction at a time write the graph, until it ends. Readers are not concerned. What it buys: set-based merges in any
 * order without deadlock, anti-joins that stay true until the insert, and versions in the order of commits. Staging and reading of
 * input happen before the lock is taken.
 */
export async function lockGraphForWriting(tx: SqlRunner): Promise<void> {
  await tx.query(graphLock);
}

/** SQL of {@link lockGraphForWriting}. */
export const graphLock = `SELECT pg_advisory_xact_lock(${graphWriteLock})`;

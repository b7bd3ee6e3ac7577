import { sqlIn } from '../database.js';
import type { Transaction } from '../transaction.js';

/** First key of these locks; the second is a hash of resource and owner. No other advisory lock of the product uses it. */
const countLock = 7_268_010;

/** Waits until no other transaction creates a resource of this owner, so that their number stays until this one ends. */
export async function lockForCount(on: Transaction, resource: string, owner: string): Promise<void> {
  await sqlIn(on).query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [countLock, `${resource} ${owner}`]);
}

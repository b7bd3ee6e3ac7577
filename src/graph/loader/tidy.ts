import type { Database } from '../../database/database.js';
import type { Changes } from '../records.js';

/** Rows changed from which the planner's figures and the visibility map are worth renewing at once. */
const manyRows = 1000;

/** All but the properties: their values would take longest, and nobody plans by them. */
const nodeColumns = 'id, objectid, kind, kinds, name, environment, described, last_seen';

/** After each load: the next is planned by what this one wrote. Best effort, as {@link tidy}. */
export async function renewStatistics(database: Database, changes: Changes): Promise<void> {
  await maintain(database, changes, { node: `ANALYZE node (${nodeColumns})`, edge: 'ANALYZE edge' });
}

/**
 * Renews the visibility map: forward steps read the index alone, at half the cost, only where the pages are known to be visible to all.
 * Best effort: autovacuum does the same later.
 */
export async function tidy(database: Database, changes: Changes): Promise<void> {
  await maintain(database, changes, { node: 'VACUUM node', edge: 'VACUUM edge' });
}

async function maintain(
  database: Database,
  { nodesCreated, nodesChanged, edgesCreated, edgesChanged, edgesRemoved }: Changes,
  statements: { readonly node: string; readonly edge: string },
): Promise<void> {
  try {
    if (nodesCreated + nodesChanged >= manyRows) await database.maintain(statements.node);
    if (edgesCreated + edgesChanged + edgesRemoved >= manyRows) await database.maintain(statements.edge);
  } catch {
    // The load is committed: that it is not tidied must not look as if it had failed.
  }
}

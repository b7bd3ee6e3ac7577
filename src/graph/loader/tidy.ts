import type { Database } from '../../database/database.js';
import type { LoadResult } from '../records.js';

/** Rows changed from which the planner's figures and the visibility map are worth renewing at once. */
const manyRows = 1000;

/** All but the properties: their values would take longest, and nobody plans by them. */
const nodeColumns = 'id, objectid, kind, kinds, name, environment, described, last_seen';

/**
 * Renews statistics and visibility after a large load: forward steps read the index alone, at half the cost, only where the pages are
 * known to be visible to all. Best effort: autovacuum does the same later.
 */
export async function tidyAfter(database: Database, result: LoadResult): Promise<void> {
  const { nodesCreated, nodesChanged, edgesCreated, edgesChanged, edgesRemoved } = result;
  try {
    if (nodesCreated + nodesChanged >= manyRows) await database.maintain(`VACUUM (ANALYZE) node (${nodeColumns})`);
    if (edgesCreated + edgesChanged + edgesRemoved >= manyRows) await database.maintain('VACUUM (ANALYZE) edge');
  } catch {
    // The load is committed: that it is not tidied must not look as if it had failed.
  }
}

import type { Database, SqlRunner } from '../../database/database.js';
import type { Changes } from '../records.js';
import { bulkSettings } from '../store/bulk-settings.js';

/** Rows changed from which the planner's figures and the visibility map are worth renewing at once. */
const manyRows = 1000;

/** All but the properties: their values would take longest, and nobody plans by them. */
const nodeColumns = 'id, objectid, kind, kinds, name, environment, described, last_seen';

/**
 * After each part of a load, for what follows at once: its small samples (bulk-settings.ts) are enough to plan that by. Also of which record
 * gave what, which is looked for by every load and of which nothing else tells the planner for a minute.
 */
export async function renewStatistics(on: SqlRunner, changes: Changes): Promise<void> {
  const { node, edge } = haveMany(changes);
  if (!node && !edge) return;
  const tables = [...(node ? [`node (${nodeColumns})`] : []), ...(edge ? ['edge'] : []), 'collected'];
  await on.query(`BEGIN; ${bulkSettings}; SET LOCAL synchronous_commit = off; ANALYZE ${tables.join(', ')}; COMMIT`);
}

/**
 * Renews statistics and visibility after large loads: forward steps read the index alone, at half the cost, only where the pages are
 * known to be visible to all. Best effort: autovacuum does the same later.
 */
export async function tidyAfter(database: Database, changes: Changes): Promise<void> {
  const { node, edge } = haveMany(changes);
  try {
    await Promise.all([
      node && database.maintain(`VACUUM (ANALYZE) node (${nodeColumns})`),
      edge && database.maintain('VACUUM (ANALYZE) edge'),
    ]);
  } catch {
    // The load is committed: that it is not tidied must not look as if it had failed.
  }
}

function haveMany(changes: Changes): { readonly node: boolean; readonly edge: boolean } {
  const { nodesCreated, nodesChanged, edgesCreated, edgesChanged, edgesRemoved } = changes;
  return {
    node: nodesCreated + nodesChanged >= manyRows,
    edge: edgesCreated + edgesChanged + edgesRemoved >= manyRows,
  };
}

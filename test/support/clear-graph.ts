import type { Database } from '../../src/database/database.js';

/** Leaves nothing of the graph but the kinds that it has seen: as before the first file, at version 0. */
export async function clearGraph(database: Database): Promise<void> {
  await database.query(
    `TRUNCATE node, edge, edge_props, edge_seen, collected, pending_edge, edge_change, node_change, tier_zero_member
     RESTART IDENTITY`,
  );
  await database.query('UPDATE graph_state SET version = 0, oldest_delta = 0, computers = 0, edges = 0');
}

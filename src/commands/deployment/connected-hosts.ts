import type { SqlRunner } from '../../database/database.js';

const count = `
  SELECT count(DISTINCT coalesce(client_addr, '127.0.0.1'))::int AS hosts FROM pg_stat_activity
  WHERE datname = current_database() AND application_name IN ('graphward', 'graphward-worker')`;

/** The number of machines with services that are connected to a database. */
export async function countConnectedHosts(database: SqlRunner): Promise<number> {
  const [row] = await database.query<{ hosts: number }>(count);
  return row?.hosts ?? 0;
}

import type { SqlRunner } from '../database.js';

const id = `
  SELECT system_identifier || '-' || database.oid AS id FROM pg_control_system(), pg_database database
    WHERE datname = current_database()`;

/** Identifies a database: the cluster, which its replicas have too, and the database in it. */
export async function databaseId(on: SqlRunner): Promise<string> {
  const [row] = await on.query<{ id: string }>(id);
  if (!row) throw new Error('the database did not return its identity');
  return row.id;
}

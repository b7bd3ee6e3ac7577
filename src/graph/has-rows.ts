import type { SqlRunner } from '../database/database.js';

/** Whether there is any row. @param from SQL: a table, or one with a condition (`node WHERE described`) */
export async function hasRows(tx: SqlRunner, from: string): Promise<boolean> {
  const rows = await tx.query(`SELECT FROM ${from} LIMIT 1`);
  return rows.length > 0;
}

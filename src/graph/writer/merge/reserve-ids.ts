import { oneRow, type SqlRunner } from '../../../database/database.js';

/** Takes ids from a sequence. @returns the first; the others follow it. */
export async function reserveIds(tx: SqlRunner, sequence: string, count: number): Promise<number> {
  const reserve = `SELECT setval('${sequence}', nextval('${sequence}') + $1::int - 1)::int - $1::int + 1 AS first`;
  return oneRow(await tx.prepared<{ first: number }>(reserve, [count])).first;
}

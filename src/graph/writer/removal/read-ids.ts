import type { SqlRunner, SqlValue } from '../../../database/database.js';
import { IdSet } from '../../store/id-set.js';

/** How many ids at most come in one row. */
const rowSize = 10_000;

/** @param ids SQL: a query of one column `id` */
export async function readIds(tx: SqlRunner, ids: string, values: readonly SqlValue[] = []): Promise<IdSet> {
  const rows = await tx.query<{ ids: readonly number[] }>(
    `SELECT array_agg(id) AS ids FROM (${ids}) it GROUP BY id / ${rowSize}`,
    values,
  );
  const all = new IdSet();
  for (const { ids: some } of rows) for (const id of some) all.add(id);
  return all;
}

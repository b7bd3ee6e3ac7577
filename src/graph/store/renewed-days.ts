import { addToGroup } from '../../base/values/group-by.js';
import type { SqlRunner } from '../../database/database.js';
import { dayNumber } from './list-row.js';
import type { NodeDaysEntity } from './renewed-days.entity.js';

/** SQL: the first of the days that are stored as numbers. */
export const firstStoredDay = `date '2000-01-01'`;

type DaysTable = 'node_days' | 'record_days';

/** SQL: the day on which a node was last described or mentioned, if `nd` is its row of `node_days` or null. */
export function dayOfNode(node: string): string {
  return `greatest(${node}.last_seen, ${dayIn('nd', node)})`;
}

/** SQL: FROM clause with records `r`, and {@link dayOfRecord}. */
export const recordsWithDays = 'collector_record r LEFT JOIN record_days rd ON rd.block = r.id >> 9';

/** SQL: the day on which a record came last. */
export const dayOfRecord = `greatest(r.seen, ${dayIn('rd', 'r')})`;

function dayIn(days: string, row: string): string {
  return `${firstStoredDay} + ${days}.days[(${row}.id & 511) + 1]`;
}

/** Ids of a block. */
const blockSize = 512;

const find = (table: DaysTable) => `SELECT block, days FROM ${table} WHERE block = ANY ($1::int[])`;

const write = (table: DaysTable) => `
  INSERT INTO ${table} SELECT block, days::smallint[] FROM unnest($1::int[], $2::text[]) AS it(block, days)
  ON CONFLICT (block) DO UPDATE SET days = excluded.days`;

/**
 * Renews the days of nodes or records to `day`, `2026-03-01`. Most come each day and are otherwise unchanged: two bytes in the array of a
 * block are written for each, instead of its row with the entries of its indexes. Under the write lock.
 */
export async function renewDays(tx: SqlRunner, table: DaysTable, ids: Iterable<number>, day: string): Promise<void> {
  const idsOfBlocks = new Map<number, number[]>();
  for (const id of ids) addToGroup(idsOfBlocks, Math.floor(id / blockSize), id);
  if (idsOfBlocks.size === 0) return;
  const rows = await tx.prepared<NodeDaysEntity>(find(table), [[...idsOfBlocks.keys()]]);
  const stored = new Map(rows.map(({ block, days }) => [block, days]));
  const number = dayNumber(day);
  const changed = new Map<number, string>();
  for (const [block, its] of idsOfBlocks) {
    const days = Int16Array.from(stored.get(block) ?? { length: blockSize });
    const older = its.filter((id) => (days[id % blockSize] ?? 0) < number);
    for (const id of older) days[id % blockSize] = number;
    if (older.length > 0) changed.set(block, `{${days.join(',')}}`);
  }
  if (changed.size > 0) await tx.prepared(write(table), [[...changed.keys()], [...changed.values()]]);
}

/** Removes blocks whose days are all before `day`, because no row with such a day is left. */
export async function removeDaysBefore(tx: SqlRunner, day: string): Promise<void> {
  for (const table of ['node_days', 'record_days'] as const)
    await tx.query(`DELETE FROM ${table} WHERE $1::int > ALL (days)`, [dayNumber(day)]);
}

import { type Database, oneRow } from '../database.js';

/** First key of these locks; the second is a hash of the table. No other advisory lock of the product uses it. */
const numberLock = 7_268_011;

/** Rows that one transaction numbers. */
const rowsAtOnce = 100_000;

/** A number that was ever given is in the past of the clock, so a restored backup gives none of them to another row. */
const numberSql = (table: string, changedAt: string) => `
  WITH free AS (
    SELECT id, ${changedAt} AS changed_at FROM ${table} WHERE poll_number IS NULL
    ORDER BY changed_at, id LIMIT ${rowsAtOnce} FOR UPDATE SKIP LOCKED),
  placed AS (SELECT id, row_number() OVER (ORDER BY changed_at, id) AS place FROM free),
  last AS (
    SELECT GREATEST(max(poll_number), (extract(epoch FROM clock_timestamp()) * 1000000)::bigint) AS number FROM ${table}),
  numbered AS (
    UPDATE ${table} t SET poll_number = last.number + placed.place FROM placed, last WHERE t.id = placed.id RETURNING t.id)
  SELECT count(*)::int AS count FROM numbered`;

/**
 * Gives committed rows without a `poll_number` ascending ones, above all numbers that are given. Transactions that do so follow one another, so
 * a statement that sees a number sees all smaller ones (docs/adr/0107-polling-without-loss.md). If another one is at it, this does nothing:
 * waiting would keep a connection.
 * @param changedAt SQL: rows that are numbered together are in this order
 */
export async function numberRows(database: Database, table: string, changedAt: string): Promise<void> {
  let count: number;
  do {
    count = await database.transaction(async (tx) => {
      // A statement of its own: the next one then sees what the former holder has committed.
      const lockSql = 'SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS "isLocked"';
      const [lock] = await tx.query<{ isLocked: boolean }>(lockSql, [numberLock, table]);
      if (!lock?.isLocked) return 0;
      return oneRow(await tx.query<{ count: number }>(numberSql(table, changedAt))).count;
    });
  } while (count === rowsAtOnce);
}

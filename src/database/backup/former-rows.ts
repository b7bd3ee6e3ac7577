import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { formerTables } from '../migrations/before-first-release.js';
import type { BackupHeader } from './backup-header.js';
import { copyTarget, type Table } from './tables.js';

/**
 * Copies the rows of a table of before 0.2.0: the columns that both have, and what {@link formerTables} says of others.
 * @param table the present one; undefined if there is none
 * @param columns of the rows
 */
export async function copyFormerRows(
  client: pg.Client,
  { name, columns }: BackupHeader['tables'][number],
  table: Table | undefined,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const change = formerTables[name];
  if (!table || !change) {
    for await (const _ of rows);
    return;
  }
  const shared = columns.filter((column) => table.columns.includes(column));
  // The types come from the present table. A column that it lacks has a name of ours, because the file may have any.
  const typed = columns.map((column, at) => (shared.includes(column) ? column : `NULL::text AS former_${at}`));
  await client.query(`CREATE TEMP TABLE former AS SELECT ${typed.join(', ')} FROM ${table.identifier} WITH NO DATA`);
  const all = columns.map((column, at) => (shared.includes(column) ? column : `former_${at}`));
  await pipeline(rows, client.query(copyFrom(`COPY ${copyTarget({ identifier: 'former', columns: all })} FROM STDIN`)));
  const values = new Map([...shared.map((it) => [it, it] as const), ...Object.entries(change.columns ?? {})]);
  await client.query(
    `INSERT INTO ${table.identifier} (${[...values.keys()].join(', ')}) OVERRIDING SYSTEM VALUE
      SELECT ${[...values.values()].join(', ')} FROM former WHERE ${change.where ?? 'true'}
      ${change.onConflict ? `ON CONFLICT ${change.onConflict}` : ''}`,
  );
  await client.query('DROP TABLE former');
}

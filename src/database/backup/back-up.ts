import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { productVersion } from '../../base/config/product-version.js';
import { appliedMigrations } from '../opening/migration-state.js';
import { ServerClient } from '../servers/server-client.js';
import { backupEnd, requireFree, writeBackup } from './backup-file.js';
import { backupFormat, type BackupHeader } from './backup-header.js';
import { copySettings, copyTarget, listSequences, listTables, type Table } from './tables.js';

/** Receives the progress of a backup in rows: first the total, then each table that is done. */
export interface RowListener {
  total(rows: number): void;
  done(rows: number, table: string): void;
}

interface BackupOptions {
  /** Schemas of libraries, in addition to the current schema. */
  readonly schemas: readonly string[];
  /** Whether an existing file is replaced. */
  readonly force: boolean;
  readonly listener: RowListener;
}

/**
 * Writes a consistent snapshot of all tables to a file, while other processes read and write them.
 * @returns the header of the file and its size in bytes
 * @throws Error if the database has no tables of this product or the file cannot be written; no file remains then
 */
export async function backUp(
  url: string,
  path: string,
  { schemas, force, listener }: BackupOptions,
): Promise<{ readonly header: BackupHeader; readonly bytes: number }> {
  await requireFree(path, force);
  const client = new ServerClient({ connectionString: url, application_name: 'graphward-backup' });
  await client.connect();
  try {
    const tables = await lockTables(client, schemas);
    const header = await describe(client, tables, schemas);
    listener.total(header.tables.reduce((sum, { rows }) => sum + rows, 0));
    const bytes = await writeBackup(path, () => contentOf(client, tables, header, listener));
    return { header, bytes };
  } finally {
    // Also ends a COPY that is no longer read.
    await client.end();
  }
}

/**
 * Begins the transaction. Its locks come before its first query, because a table that is truncated between the two would look empty. The
 * locks only conflict with changes of the table definitions and TRUNCATE.
 */
async function lockTables(client: pg.Client, schemas: readonly string[]): Promise<Table[]> {
  const tables = await listTables(client, schemas);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query(copySettings);
  if (tables.length > 0)
    await client.query(`LOCK TABLE ${tables.map(({ identifier }) => identifier).join(', ')} IN ACCESS SHARE MODE`);
  return tables;
}

async function describe(
  client: pg.Client,
  tables: readonly Table[],
  schemas: readonly string[],
): Promise<BackupHeader> {
  const migrations = await appliedMigrations({ query: async (text) => (await client.query(text)).rows });
  if (migrations.length === 0) throw new Error('there is nothing to back up: Graphward has no tables in this database');
  const counted: BackupHeader['tables'][number][] = [];
  for (const { name, identifier, columns } of tables) {
    const { rows } = await client.query<{ rows: string }>(`SELECT count(*) AS rows FROM ${identifier}`);
    counted.push({ name, columns, rows: Number(rows[0]?.rows) });
  }
  // Sequences belong to no transaction. Read after the rows, they are at least as far as the ids of the rows.
  const sequences = await listSequences(client, schemas);
  return {
    format: backupFormat,
    version: productVersion(),
    createdAt: new Date().toISOString(),
    migrations,
    tables: counted,
    sequences: sequences.map(({ name, next }) => ({ name, next })),
  };
}

async function* contentOf(
  client: pg.Client,
  tables: readonly Table[],
  header: BackupHeader,
  listener: RowListener,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(header)}\n`);
  for (const [index, table] of tables.entries()) {
    const rows: AsyncIterable<Buffer> = client.query(copyTo(`COPY ${copyTarget(table)} TO STDOUT`));
    for await (const chunk of rows) yield chunk;
    listener.done(header.tables[index]?.rows ?? 0, table.name);
  }
  yield Buffer.from(backupEnd);
}

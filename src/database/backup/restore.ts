import { setTimeout as sleep } from 'node:timers/promises';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { isTooLarge, isUnfitData } from '../driver-errors.js';
import { lockMigrations } from '../opening/migrate.js';
import { appliedMigrations } from '../opening/migration-state.js';
import { sequenceAfter } from '../migrations/before-first-release.js';
import { beforeFirstRelease, filledByMigrations, migrations } from '../migrations/migrations.js';
import type { SqlRunner } from '../database.js';
import type { DatabaseLog } from '../servers/operator-messages.js';
import { ServerClient } from '../servers/server-client.js';
import { errorMessage } from '../../base/error-message.js';
import { visible } from '../../base/values/visible.js';
import type { RowListener } from './back-up.js';
import { BackupReader } from './backup-file.js';
import type { BackupHeader } from './backup-header.js';
import { copyFormerRows } from './former-rows.js';
import { copySettings, copyTarget, listSequences, listTables, type Table } from './tables.js';

/** PostgreSQL lists the connections of an ended process for a moment. */
const LEAVE_MS = 3_000;
const LOOK_EVERY_MS = 100;

interface RestoreOptions {
  /** Schemas of libraries, in addition to the current schema. Rows in them do not count as data. */
  readonly schemas: readonly string[];
  /** Whether to remove existing data. */
  readonly force: boolean;
  /** Seconds to wait for another process that migrates the database. */
  readonly seconds: number;
  readonly log: DatabaseLog;
  readonly listener: RowListener;
  /** Runs in the transaction, after all rows. */
  readonly finish: (tx: Pick<SqlRunner, 'query'>) => Promise<void>;
}

/**
 * Finds the migrations that make the tables of a backup, before anything is changed.
 * @throws Error if another program made the backup, or its graph would be lost and `withoutGraph` is not set
 */
export async function migrationsOf(path: string, withoutGraph: boolean): Promise<readonly Function[]> {
  const { reader, header } = await BackupReader.open(path);
  await reader.close();
  if (isFormer(header)) {
    if (withoutGraph) return migrations.slice(0, 1);
    throw new Error(
      `${path}: was made before 0.2.0, when the graph had another form. --without-graph restores all but the graph: accounts, tokens, tags, ` +
        'saved queries, providers, clients, events, jobs and history. Collected files must be ingested again then. Nothing was changed',
    );
  }
  const made = migrations.filter(({ name }) => header.migrations.includes(name));
  return made.length === header.migrations.length ? made : migrations;
}

function isFormer(header: BackupHeader): boolean {
  return header.migrations.includes(beforeFirstRelease);
}

/**
 * Restores all tables of a file in one transaction. The database must have the migrations of {@link migrationsOf}.
 * @throws Error if the file is damaged or of another version, a process uses the database, or it has data and `force` is not set
 */
export async function restore(url: string, path: string, options: RestoreOptions): Promise<BackupHeader> {
  const { reader, header } = await BackupReader.open(path);
  const client = new ServerClient({ connectionString: url, application_name: 'graphward-restore' });
  try {
    await client.connect();
    // Begins the transaction and keeps every other process from starting.
    const query = async (text: string, values: readonly unknown[] = []) => (await client.query(text, [...values])).rows;
    await lockMigrations({ query }, options);
    await client.query(copySettings);
    await refuseUsers(client);
    const tables = await matchingTables(client, path, header, options.schemas);
    if (!options.force || isFormer(header)) await refuseData(client, tables);
    if (!isFormer(header)) await empty(client, tables);
    await fill(client, tables, reader, header, path, options.listener);
    await reader.finish();
    await setSequences(client, header, options.schemas);
    await options.finish({ query });
    await client.query('COMMIT');
    await client.query(`ANALYZE ${tables.map(({ identifier }) => identifier).join(', ')}`);
    return header;
  } finally {
    await client.end();
    await reader.close();
  }
}

async function refuseUsers(client: pg.Client): Promise<void> {
  const end = Date.now() + LEAVE_MS;
  for (;;) {
    const { rows } = await client.query<{ users: string }>(
      `SELECT string_agg(format('process %s of PostgreSQL (%s)', pid, application_name), ', ') AS users
         FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'graphward%' AND pid <> pg_backend_pid()`,
    );
    const users = rows[0]?.users;
    if (!users) return;
    if (Date.now() >= end) throw new Error(`Graphward runs on this database, stop it first: ${users}`);
    await client.query('SELECT pg_stat_clear_snapshot()');
    await sleep(LOOK_EVERY_MS);
  }
}

/** @returns the tables of the database, in the order of the backup if it has the same */
async function matchingTables(
  client: pg.Client,
  path: string,
  header: BackupHeader,
  schemas: readonly string[],
): Promise<Table[]> {
  const applied = await appliedMigrations({ query: async (text) => (await client.query(text)).rows });
  const found = new Map((await listTables(client, schemas)).map((table) => [table.name, table]));
  if (isFormer(header) && applied.length === 1) return [...found.values()];
  const tables = header.tables.flatMap(({ name, columns }) => {
    const table = found.get(name);
    return table && same(table.columns, columns) ? [table] : [];
  });
  if (same(applied, header.migrations) && tables.length === header.tables.length && tables.length === found.size)
    return tables;
  throw new Error(
    `${path}: was made by Graphward ${visible(header.version)}, whose tables differ (last migration ${visible(header.migrations.at(-1) ?? 'none')}, ` +
      `here ${applied.at(-1)}). Restore it into an empty database, with this program or with the one that made it`,
  );
}

function same(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((it, index) => it === others[index]);
}

async function refuseData(client: pg.Client, tables: readonly Table[]): Promise<void> {
  const own = tables.filter(({ name }) => !name.includes('.') && !filledByMigrations.includes(name));
  for (const { name, identifier } of own) {
    const { rowCount } = await client.query(`SELECT FROM ${identifier} LIMIT 1`);
    if (rowCount) throw new Error(`the database has data (table ${name}); --force removes them`);
  }
}

async function empty(client: pg.Client, tables: readonly Table[]): Promise<void> {
  await client.query(`SET LOCAL lock_timeout = ${LEAVE_MS}`);
  await client.query(`TRUNCATE ${tables.map(({ identifier }) => identifier).join(', ')}`);
}

async function fill(
  client: pg.Client,
  tables: readonly Table[],
  reader: BackupReader,
  header: BackupHeader,
  path: string,
  listener: RowListener,
): Promise<void> {
  listener.total(header.tables.reduce((sum, { rows }) => sum + rows, 0));
  const found = new Map(tables.map((table) => [table.name, table]));
  for (const stored of header.tables) {
    const { name, rows } = stored;
    const table = found.get(name);
    try {
      if (isFormer(header)) await copyFormerRows(client, stored, table, reader.lines(rows));
      else if (table)
        await pipeline(reader.lines(rows), client.query(copyFrom(`COPY ${copyTarget(table)} FROM STDIN`)));
    } catch (error) {
      if (!isUnfitData(error) && !isTooLarge(error)) throw error;
      throw new Error(`${path}: is damaged at table ${name} (${visible(errorMessage(error))})`, { cause: error });
    }
    listener.done(rows, name);
  }
}

/**
 * Sets each sequence to the value of the backup, and never back: `setval` is not rolled back with the transaction. Citus refuses ALTER
 * SEQUENCE for tables that it distributes.
 */
async function setSequences(client: pg.Client, header: BackupHeader, schemas: readonly string[]): Promise<void> {
  const valueOf = isFormer(header) ? sequenceAfter : (_: string, value: string) => value;
  const restored = new Map(header.sequences.map((it) => [it.name, valueOf(it.name, it.next)]));
  for (const { name, identifier, next } of await listSequences(client, schemas)) {
    const value = BigInt(restored.get(name) ?? next);
    if (value > BigInt(next)) await client.query('SELECT setval($1::regclass, $2, false)', [identifier, String(value)]);
  }
}

import { MigrationExecutor, type MixedList } from 'typeorm';
import type { Settings } from '../../base/config/settings.js';
import { PooledDataSource } from './data-source.js';
import { isLockDenied } from '../driver-errors.js';
import { migrations } from '../migrations/migrations.js';
import { migrationState, refuseOthers } from './migration-state.js';
import { type DatabaseLog, DatabaseUnavailableError } from '../servers/operator-messages.js';
import type { WaitOptions } from '../servers/wait-for-database.js';

/** Any number that no other advisory lock of the product uses. */
const MIGRATION_LOCK = 7_206_402;

/** Instances that start together take turns without a line in the log. */
const QUIET_MS = 500;
const LOG_EVERY_MS = 3_000;

/** Creates or updates the tables that a library keeps in its own schema and migrates itself. */
export type LibraryMigration = (url: string) => Promise<void>;

interface Queries {
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
}

interface MigrateOptions {
  readonly libraries?: readonly LibraryMigration[];
  /** The tables must have all that they map; they are not looked for by default. */
  readonly entities?: MixedList<Function>;
  /** The migrations to run; all by default. */
  readonly only?: readonly Function[];
  readonly log: DatabaseLog;
}

/**
 * Runs the pending migrations, oldest first, then the migrations of libraries. All migrations of the product are one transaction: if one fails,
 * or the tables lack something afterwards, nothing is changed. Instances that start together take turns; they wait for the lock as long as
 * for the database.
 * @returns the names of the product's migrations that ran
 * @throws DatabaseUnavailableError if another process holds the lock for too long, or another program made the tables
 */
export async function migrate(
  settings: Settings,
  url: string,
  { libraries = [], entities = [], only = migrations, log }: MigrateOptions,
): Promise<string[]> {
  // Its own connection: the statement timeout of requests does not fit a migration.
  const source = new PooledDataSource(settings, {
    url,
    entities: [],
    migrations: only,
    applicationName: 'graphward-migrate',
    poolSize: 1,
  });
  await source.initialize();
  const runner = source.createQueryRunner();
  try {
    await lockMigrations(runner, { seconds: settings.databaseWait, log });
    refuseOthers(await migrationState(runner, entities));
    const executor = new MigrationExecutor(source, runner);
    executor.transaction = 'none';
    const ran = await executor.executePendingMigrations();
    if (ran.length > 0) refuseOthers(await migrationState(runner, entities));
    for (const migrateLibrary of libraries) await migrateLibrary(url);
    await runner.query('COMMIT');
    return ran.map(({ name }) => name);
  } finally {
    // After a failure, closing the connection ends the transaction and releases the lock.
    await runner.release();
    await source.destroy();
  }
}

/**
 * Begins a transaction of `runner` that keeps other processes from migrating until it ends. The lock belongs to the transaction and not to
 * the session, because behind a pooler a session outlives its process.
 * @throws DatabaseUnavailableError if another process holds the lock for longer than `seconds`
 */
export async function lockMigrations(runner: Queries, { seconds, log }: WaitOptions): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  let patience = QUIET_MS;
  while (!(await tryLock(runner, Math.min(patience, deadline - Date.now())))) {
    const holder = await holderOf(runner);
    const left = Math.ceil((deadline - Date.now()) / 1000);
    if (left <= 0)
      throw new DatabaseUnavailableError(
        `Another process migrates the database and did not finish within ${seconds} s (DATABASE_WAIT): ${holder}. ` +
          'If it hangs, end it with pg_terminate_backend(process).',
      );
    log(`waiting up to ${left} s for another process that migrates the database: ${holder}`, 'warn');
    patience = LOG_EVERY_MS;
  }
}

/** @returns true if it began a transaction that holds the lock; false if the lock was denied, with no transaction open */
async function tryLock(runner: Queries, milliseconds: number): Promise<boolean> {
  await runner.query('BEGIN');
  try {
    // 0 would wait for ever.
    await runner.query(`SET LOCAL lock_timeout = ${Math.max(1, milliseconds)}`);
    await runner.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    // Idle while the migrations run on another connection.
    await runner.query('SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
    return true;
  } catch (error) {
    // A connection that is lost cannot roll back either.
    await runner.query('ROLLBACK').catch(() => {});
    if (isLockDenied(error)) return false;
    throw error;
  }
}

async function holderOf(runner: Queries): Promise<string> {
  const rows = await runner.query<{ readonly holder: string }>(
    `SELECT format('process %s of PostgreSQL (%s, %s since %s)', activity.pid, activity.application_name, activity.state,
              to_char(activity.state_change AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) AS holder
       FROM pg_locks lock JOIN pg_stat_activity activity ON activity.pid = lock.pid
      WHERE lock.locktype = 'advisory' AND lock.granted AND lock.classid = 0 AND lock.objid = $1
        AND lock.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [MIGRATION_LOCK],
  );
  return rows[0]?.holder ?? 'one that has just finished';
}

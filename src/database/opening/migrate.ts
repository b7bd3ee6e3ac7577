import { productVersion } from '../../base/config/product-version.js';
import type { Settings } from '../../base/config/settings.js';
import { PooledDataSource } from './data-source.js';
import { isLockDenied } from '../driver-errors.js';
import { migrations } from '../migrations/migrations.js';
import { type DatabaseLog, DatabaseUnavailableError } from '../servers/operator-messages.js';
import type { WaitOptions } from '../servers/wait-for-database.js';

/** Any number that no other advisory lock of the product uses. */
const MIGRATION_LOCK = 7_206_402;

/** Instances that start together take turns without a line in the log. */
const QUIET_MS = 500;
const LOG_EVERY_MS = 3_000;

/** Creates or updates the tables that a library keeps in its own schema and migrates itself. */
export type LibraryMigration = (url: string) => Promise<void>;

/** The method that the query runners of TypeORM and {@link Database} have in common. */
interface PlainQueries {
  query<Row>(text: string): Promise<Row[]>;
}

/** {@link PlainQueries} with parameters. Only TypeORM has it: {@link Database} types the values differently. */
interface Queries extends PlainQueries {
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
}

/**
 * Runs the pending migrations, oldest first, each in a transaction, and then the migrations of libraries. Instances that start together take turns;
 * they wait for the lock as long as for the database.
 * @returns the names of the product's migrations that ran
 * @throws DatabaseUnavailableError if another process holds the lock for too long, or a newer program migrated the database
 */
export async function migrate(
  settings: Settings,
  url: string,
  { libraries = [], log }: { readonly libraries?: readonly LibraryMigration[]; readonly log: DatabaseLog },
): Promise<string[]> {
  // Its own connections: the statement timeout of requests does not fit a migration, and the lock must outlive each transaction.
  const source = new PooledDataSource(settings, {
    url,
    entities: [],
    applicationName: 'graphward-migrate',
    poolSize: 2,
  });
  await source.initialize();
  const guard = source.createQueryRunner();
  try {
    await lockMigrations(guard, { seconds: settings.databaseWait, log });
    await refuseNewerTables(guard);
    const ran = await source.runMigrations();
    for (const migrateLibrary of libraries) await migrateLibrary(url);
    await guard.query('COMMIT');
    return ran.map(({ name }) => name);
  } finally {
    // After a failure, closing the connection ends the transaction and releases the lock.
    await guard.release();
    await source.destroy();
  }
}

/** The names of migrations. */
export interface MigrationState {
  readonly applied: readonly string[];
  /** Migrations of this program that have not run. */
  readonly pending: readonly string[];
  /** Those that only a newer program knows. */
  readonly unknown: readonly string[];
}

export async function migrationState(runner: PlainQueries): Promise<MigrationState> {
  const applied = await appliedMigrations(runner);
  const known = migrations.map(({ name }) => name);
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/** @throws DatabaseUnavailableError unless this program and the tables have the same migrations */
export async function requirePresentTables(runner: PlainQueries): Promise<void> {
  const { pending } = await refuseNewerTables(runner);
  if (pending.length > 0)
    throw new DatabaseUnavailableError(
      `The tables lack ${pending.join(', ')}. The next start, or "migrate", adds them.`,
    );
}

/** An older program would misread the tables of a newer one. */
async function refuseNewerTables(runner: PlainQueries): Promise<MigrationState> {
  const state = await migrationState(runner);
  const { unknown } = state;
  if (unknown.length === 0) return state;
  throw new DatabaseUnavailableError(
    `A newer Graphward migrated the database: this one (${productVersion()}) does not know ${unknown.join(', ')}. ` +
      'Start the newer one, or restore the backup of before the upgrade into an empty database (docs/upgrading.md).',
  );
}

/** The names of the migrations that have run, oldest first; none in an empty database. */
export async function appliedMigrations(runner: PlainQueries): Promise<string[]> {
  const [table] = await runner.query<{ exists: boolean }>(`SELECT to_regclass('migration') IS NOT NULL AS exists`);
  if (!table?.exists) return [];
  const rows = await runner.query<{ name: string }>('SELECT name FROM migration ORDER BY id');
  return rows.map(({ name }) => name);
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

import { DatabaseUnavailableError } from './database-unavailable-error.js';
import { isLockDenied } from './driver-errors.js';
import type { WaitOptions } from './wait-for-database.js';

/** What the query runners of TypeORM and {@link Database} have in common. */
export interface Queries {
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
}

/** Any number that no other advisory lock of the product uses. */
const MIGRATION_LOCK = 7_206_402;

/** Instances that start together take turns without a line of the log. */
const QUIET_MS = 500;
const REPORT_MS = 3_000;

/**
 * Begins a transaction of `runner` that lets no other process migrate the database until it ends. A transaction, and not the
 * session, holds the lock: behind a pooler a session outlives its process.
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
    log(`waiting up to ${left} s for another process that migrates the database: ${holder}`, 'notable');
    patience = REPORT_MS;
  }
}

/** @returns whether the transaction that it began has the lock; otherwise no transaction is open */
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

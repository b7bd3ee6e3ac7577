import { setTimeout as sleep } from 'node:timers/promises';
import { SequentialClient } from '../../database/pg-clients.js';

const MOST_RETRY_SECONDS = 60;

/** First key of the locks, one for each worker of the library, by the hash of its name. No other two-key lock of the product has it. */
const WORKER_LOCKS = 7_206_403;

/** Shared, so that two names with the same hash do not wait for each other. */
const HOLD = 'SELECT pg_advisory_lock_shared($1, hashtext($2))';

/** A worker locks its name before it takes its first task, so a task whose worker has no lock has lost it. */
const UNLOCK_DEAD = `
  SELECT graphile_worker.force_unlock_workers(array_agg(worker)) FROM (
    SELECT DISTINCT locked_by AS worker FROM graphile_worker.jobs WHERE locked_by IS NOT NULL
  ) busy
  WHERE NOT EXISTS (
    SELECT FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND classid::bigint = $1
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND objid = (hashtext(worker)::bigint & 4294967295)::oid
  )
  HAVING count(*) > 0`;

/** Tasks that were asked for anew while they ran, and whose process died then: the new one does what they were to do. */
const DROP_REPLACED = `
  SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
  WHERE key IS NULL AND attempts >= max_attempts AND locked_by IS NULL
  HAVING count(*) > 0`;

/**
 * Tasks that the library has put off, which does so by hours when a task was begun often, where the connection was lost before they could be
 * rescheduled ({@link WorkerLease.retryLater}). What was never begun may be meant for later.
 */
const PUT_FORWARD = `
  SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) FROM graphile_worker.jobs
  WHERE attempts > 0 AND locked_by IS NULL AND run_at > now() + make_interval(secs => $1)
  HAVING count(*) > 0`;

/** Notices within half a minute when the other machine is gone without a word. */
const SESSION = `
  SELECT set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
         set_config('tcp_keepalives_count', '3', false)`;

/**
 * A connection that says "the workers of this process live": it holds a lock for each of them for as long as it lives. However a
 * process ends, PostgreSQL gives its locks up, and any other unlocks its tasks ({@link freeTasks}).
 */
export class WorkerLease {
  private isLost = false;

  private constructor(private readonly client: SequentialClient) {
    client.once('end', () => (this.isLost = true));
  }

  /** @throws the driver's error where the database can't be reached. */
  static async take(url: string): Promise<WorkerLease> {
    const client = new SequentialClient({
      connectionString: url,
      application_name: 'graphward-worker',
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
      keepAlive: true,
    });
    try {
      await client.connect();
      await client.query(SESSION);
      return new WorkerLease(client);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  get lost(): boolean {
    return this.isLost;
  }

  /** Calls back when the connection is gone: the tasks of these workers are no longer theirs. */
  onLost(lost: () => void): void {
    this.client.once('end', lost);
  }

  async hold(worker: string): Promise<void> {
    await this.client.query(HOLD, [WORKER_LOCKS, worker]);
  }

  /** Lets the tasks of workers that are gone be taken again, and those that were begun and then put off for too long. */
  async freeTasks(): Promise<void> {
    await this.client.query(UNLOCK_DEAD, [WORKER_LOCKS]);
    await this.client.query(DROP_REPLACED);
    await this.client.query(PUT_FORWARD, [MOST_RETRY_SECONDS]);
  }

  /** Lets the tasks of these workers be taken again at once. */
  async unlock(workers: readonly string[]): Promise<void> {
    await this.client.query('SELECT graphile_worker.force_unlock_workers($1::text[])', [workers]);
  }

  /** The library's own pause grows to hours with the attempts, which also count the deaths of processes. */
  async retryLater(taskId: string, attempts: number): Promise<void> {
    await this.client.query(
      'SELECT graphile_worker.reschedule_jobs(ARRAY[$1::bigint], run_at => now() + make_interval(secs => $2))',
      [taskId, Math.min(2 ** attempts, MOST_RETRY_SECONDS)],
    );
  }

  /** Ends the connection, at once where it does not answer. */
  async end(): Promise<void> {
    await Promise.race([this.client.end().catch(() => {}), sleep(2_000, undefined, { ref: false })]);
  }
}

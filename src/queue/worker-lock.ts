import { setTimeout as sleep } from 'node:timers/promises';
import { SequentialClient } from '../database/servers/pg-clients.js';

const MAX_RETRY_SECONDS = 60;

/** First key of the advisory locks of workers; the second is a hash of the worker's name. Not used for any other lock. */
const WORKER_LOCKS = 7_206_403;

/** Shared, so that two names with the same hash do not block each other. */
const ACQUIRE = 'SELECT pg_advisory_lock_shared($1, hashtext($2))';

/** A worker takes its lock before its first task, so the worker of a task without such a lock is dead. */
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

/**
 * Deletes tasks that were replaced under their key while they ran, and whose process then died. The new task does their work.
 * graphile-worker marks a running task that is replaced so: it removes the key and sets the attempts to their maximum.
 */
const DROP_REPLACED = `
  SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
  WHERE key IS NULL AND attempts >= max_attempts AND locked_by IS NULL
  HAVING count(*) > 0`;

/**
 * graphile-worker delays failed tasks by up to hours. {@link WorkerLock.retryLater} shortens that, unless the connection
 * is lost first; this statement catches up. Tasks that never started may have a later time on purpose.
 */
const BRING_FORWARD = `
  SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) FROM graphile_worker.jobs
  WHERE attempts > 0 AND locked_by IS NULL AND run_at > now() + make_interval(secs => $1)
  HAVING count(*) > 0`;

/** Detects within half a minute that the other machine is gone. */
const SESSION = `
  SELECT set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
         set_config('tcp_keepalives_count', '3', false)`;

/**
 * A connection that holds an advisory lock for each worker of this process. However the process ends, PostgreSQL releases
 * the locks, and any other process unlocks the tasks ({@link freeTasks}).
 */
export class WorkerLock {
  private isLost = false;

  private constructor(private readonly client: SequentialClient) {
    client.once('end', () => (this.isLost = true));
  }

  /** @throws the driver's error if the database can't be reached */
  static async connect(url: string): Promise<WorkerLock> {
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
      return new WorkerLock(client);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  get lost(): boolean {
    return this.isLost;
  }

  /** Calls back if the connection is lost: other processes may then take the tasks of these workers. */
  onLost(lost: () => void): void {
    this.client.once('end', lost);
  }

  async acquire(worker: string): Promise<void> {
    await this.client.query(ACQUIRE, [WORKER_LOCKS, worker]);
  }

  /** Unlocks the tasks of dead workers, and reschedules tasks that graphile-worker delayed for too long. */
  async freeTasks(): Promise<void> {
    await this.client.query(UNLOCK_DEAD, [WORKER_LOCKS]);
    await this.client.query(DROP_REPLACED);
    await this.client.query(BRING_FORWARD, [MAX_RETRY_SECONDS]);
  }

  /** Unlocks the tasks of these workers. */
  async unlock(workers: readonly string[]): Promise<void> {
    await this.client.query('SELECT graphile_worker.force_unlock_workers($1::text[])', [workers]);
  }

  /** Replaces graphile-worker's delay, which grows to hours with the attempts; those also count deaths of processes. */
  async retryLater(taskId: string, attempts: number): Promise<void> {
    await this.client.query(
      'SELECT graphile_worker.reschedule_jobs(ARRAY[$1::bigint], run_at => now() + make_interval(secs => $2))',
      [taskId, Math.min(2 ** attempts, MAX_RETRY_SECONDS)],
    );
  }

  /** Ends the connection, without waiting long for an answer. */
  async end(): Promise<void> {
    await Promise.race([this.client.end().catch(() => {}), sleep(2_000, undefined, { ref: false })]);
  }
}

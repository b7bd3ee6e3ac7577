import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger as Log } from '@nestjs/common';
import { run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import { errorMessage } from '../../database/thrown.js';
import { queueSchema } from '../queue-schema.js';
import type { TaskContext } from '../task-handlers.js';
import type { TaskName } from '../task-queue.js';
import { libraryLog } from './library-log.js';
import { WorkerLease } from './worker-lease.js';

const POLL_MS = 2_000;
const UNLOCK_EVERY_MS = 3_000;
/** How long an end waits for tasks that were told to stop. */
const TASK_PATIENCE_MS = 8_000;
/** How long it waits for a database that may be away. */
const DATABASE_PATIENCE_MS = 2_000;
const MOST_RETRY_SECONDS = 60;

/** Some tasks, how many of them at once, and those that start by themselves (crontab). */
export interface Lane {
  readonly names: readonly TaskName[];
  readonly concurrency: number;
  readonly crontab: string;
}

export type RunTask = (name: TaskName, payload: unknown, context: TaskContext) => Promise<void>;

/**
 * One lifetime of the library's workers: from a connection to the loss of it, or to the end of the process. What is lost with it
 * (its locks, a worker of the library that could not say how its task ended) is not mended but replaced by a new one.
 */
export class TaskSession {
  private readonly stopping = new AbortController();
  private readonly released = new AbortController();
  private readonly running = new Set<Promise<unknown>>();
  private readonly workers: string[] = [];
  private readonly runners: Runner[] = [];

  private constructor(
    private readonly lease: WorkerLease,
    private readonly pool: pg.Pool,
    private readonly runTask: RunTask,
    private readonly log: Log,
  ) {
    pool.on('error', () => {});
    lease.onLost(() => this.giveUp('the connection that holds its tasks is lost'));
  }

  /** @throws the driver's error where the database can't be reached. */
  static async start(url: string, lanes: readonly Lane[], runTask: RunTask, log: Log): Promise<TaskSession> {
    const lease = await WorkerLease.take(url);
    // Each lane listens on one connection and asks over others.
    const pool = new pg.Pool({
      connectionString: url,
      max: lanes.length * 2 + 1,
      application_name: 'graphward-worker',
    });
    const session = new TaskSession(lease, pool, runTask, log);
    try {
      await lease.unlockDead();
      for (const lane of lanes) session.runners.push(await session.run(lane));
    } catch (error) {
      await session.stop();
      throw error;
    }
    void session.unlockNowAndThen();
    return session;
  }

  /** Resolves when it can't go on, or was stopped. */
  get ended(): Promise<void> {
    return fired(this.stopping.signal);
  }

  /** Takes no more tasks, aborts those in flight, and leaves them to be taken by others at once. */
  async stop(): Promise<void> {
    this.end();
    const stopped = Promise.all(this.runners.map((runner) => runner.stop().catch(() => {})));
    await patiently(Promise.allSettled(this.running), TASK_PATIENCE_MS);
    if (!this.lease.lost) await patiently(this.lease.unlock(this.workers).catch(() => {}));
    this.released.abort();
    await patiently(stopped);
    await patiently(this.pool.end());
    await this.lease.end();
  }

  private end(): void {
    this.stopping.abort();
  }

  private giveUp(reason: string): void {
    if (!this.stopping.signal.aborted) this.log.warn(`the queue is out of reach: ${reason}`);
    this.end();
  }

  private async run({ names, concurrency, crontab }: Lane): Promise<Runner> {
    const events: WorkerEvents = new EventEmitter();
    events.on('worker:fatalError', ({ error }) =>
      this.giveUp(`a task could not be given back: ${errorMessage(error)}`),
    );
    events.on('job:complete', ({ job, error }) => {
      if (error && !this.stopping.signal.aborted) void this.retryLater(job.id, job.attempts);
    });
    const runner = await run({
      pgPool: this.pool,
      schema: queueSchema,
      concurrency,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      logger: libraryLog(this.log),
      events,
      taskList: Object.fromEntries(names.map((name) => [name, this.taskOf(name)])),
      crontab: crontab || '# none',
      preset: { plugins: [this.leasePlugin()] },
    });
    runner.promise.finally(() => this.end()).catch(() => {});
    return runner;
  }

  private leasePlugin(): GraphileConfig.Plugin {
    return {
      name: 'GraphwardLease',
      version: '1.0.0',
      worker: {
        hooks: {
          startWorker: async (_, { worker: { workerId } }) => {
            this.workers.push(workerId);
            await this.lease.hold(workerId);
          },
        },
      },
    };
  }

  private taskOf(name: TaskName): TaskList[string] {
    return async (payload: unknown) => {
      const { signal } = this.stopping;
      signal.throwIfAborted();
      const task = this.runTask(name, payload, { signal });
      this.running.add(task);
      try {
        await task;
      } catch (error) {
        // An end unlocks the task first, so that what the library then says of it finds nothing to put off.
        if (signal.aborted) await fired(this.released.signal);
        throw error;
      } finally {
        this.running.delete(task);
      }
    };
  }

  /** The library's own pause grows to hours with the attempts, which also count the deaths of processes. */
  private async retryLater(taskId: string, attempts: number): Promise<void> {
    await this.lease.retryLater(taskId, Math.min(2 ** attempts, MOST_RETRY_SECONDS)).catch(() => {});
  }

  private async unlockNowAndThen(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await sleep(UNLOCK_EVERY_MS, undefined, { signal }).catch(() => {});
      try {
        if (!signal.aborted) await this.lease.unlockDead();
      } catch (error) {
        if (signal.aborted) return;
        this.giveUp(errorMessage(error));
      }
    }
  }
}

function fired(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function patiently(work: Promise<unknown>, milliseconds = DATABASE_PATIENCE_MS): Promise<void> {
  const patience = new AbortController();
  const end = sleep(milliseconds, undefined, { signal: patience.signal }).catch(() => {});
  await Promise.race([work, end]);
  patience.abort();
}

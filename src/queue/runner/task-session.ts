import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger as Log } from '@nestjs/common';
import { runTaskList, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import { errorMessage } from '../../base/error-message.js';
import { queueSchema } from '../queue-schema.js';
import type { TaskContext } from '../task-handlers.js';
import type { TaskName } from '../task-queue.js';
import { libraryLog } from './library-log.js';
import { workerConnections } from './worker-connections.js';
import { WorkerLease } from './worker-lease.js';

const POLL_MS = 2_000;
const UNLOCK_EVERY_MS = 3_000;
/** How long an end waits for tasks that were told to stop. */
const TASK_PATIENCE_MS = 8_000;
/** How long it waits for a database that may be away. */
const DATABASE_PATIENCE_MS = 2_000;

/** Some tasks, and how many of them at once. */
export interface Lane {
  readonly names: readonly TaskName[];
  readonly concurrency: number;
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
  private readonly runners: WorkerPool[] = [];

  private constructor(
    private readonly lease: WorkerLease,
    private readonly pool: pg.Pool,
    private readonly runTask: RunTask,
    private readonly log: Log,
  ) {
    lease.onLost(() => this.giveUp('the connection that holds its tasks is lost'));
  }

  /** @throws the driver's error where the database can't be reached. */
  static async start(url: string, lanes: readonly Lane[], runTask: RunTask, log: Log): Promise<TaskSession> {
    const lease = await WorkerLease.take(url);
    // Each lane listens on one connection and asks over others.
    const pool = workerConnections(url, lanes.length * 2 + 1);
    const session = new TaskSession(lease, pool, runTask, log);
    try {
      await lease.freeTasks();
      for (const lane of lanes) session.runners.push(session.run(lane));
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
    const stopped = Promise.all(this.runners.map((runner) => runner.gracefulShutdown().catch(() => {})));
    await patiently(Promise.allSettled(this.running), TASK_PATIENCE_MS);
    // What could not be given back, the library never hears of: it would put it off once the database is there again.
    if (await this.giveBack()) {
      this.released.abort();
      await patiently(stopped);
    }
    await patiently(this.pool.end());
    await this.lease.end();
  }

  /** @returns whether the database says that the tasks are nobody's now; without its connection they are others' to unlock. */
  private async giveBack(): Promise<boolean> {
    if (this.lease.lost) return false;
    const given = this.lease.unlock(this.workers).then(
      () => true,
      () => false,
    );
    return (await patiently(given)) ?? false;
  }

  private end(): void {
    this.stopping.abort();
  }

  private giveUp(reason: string): void {
    if (!this.stopping.signal.aborted) this.log.warn(`the queue is out of reach: ${reason}`);
    this.end();
  }

  /** Not by the library's `run`: that also starts its crontab, whose loss of the database nothing catches and ends the process. */
  private run({ names, concurrency }: Lane): WorkerPool {
    const events: WorkerEvents = new EventEmitter();
    events.on('worker:fatalError', ({ error }) =>
      this.giveUp(`a task could not be given back: ${errorMessage(error)}`),
    );
    events.on('job:complete', ({ job, error }) => {
      if (error && !this.stopping.signal.aborted) this.lease.retryLater(job.id, job.attempts).catch(() => {});
    });
    const options = {
      schema: queueSchema,
      concurrency,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      logger: libraryLog(this.log),
      events,
      preset: { plugins: [this.leasePlugin()] },
    };
    const tasks = Object.fromEntries(names.map((name) => [name, this.taskOf(name)]));
    const runner = runTaskList(options, tasks, this.pool);
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

  private async unlockNowAndThen(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await sleep(UNLOCK_EVERY_MS, undefined, { signal }).catch(() => {});
      try {
        if (!signal.aborted) await this.lease.freeTasks();
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

/** @returns what the work gives; undefined where it takes too long */
async function patiently<T>(work: Promise<T>, milliseconds = DATABASE_PATIENCE_MS): Promise<T | undefined> {
  const patience = new AbortController();
  const end = sleep(milliseconds, undefined, { signal: patience.signal }).catch(() => undefined);
  const result = await Promise.race([work, end]);
  patience.abort();
  return result;
}

import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger as Log } from '@nestjs/common';
import { runTaskList, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import { errorMessage } from '../base/error-message.js';
import type { TaskContext } from './background-work.js';
import { graphileLog, queueSchema, workerPool } from './graphile.js';
import type { TaskName } from './tasks.js';
import { WorkerLock } from './worker-lock.js';

const POLL_MS = 2_000;
const UNLOCK_EVERY_MS = 3_000;
/** Wait for aborted tasks to end. */
const STOP_TIMEOUT_MS = 8_000;
/** Wait for a database that may be unavailable. */
const DATABASE_TIMEOUT_MS = 2_000;

/** Workers for some task names. */
export interface Lane {
  readonly names: readonly TaskName[];
  readonly concurrency: number;
}

type RunTask = (name: TaskName, args: unknown, context: TaskContext) => Promise<void>;

/**
 * graphile-worker's workers for as long as one connection to the database lasts. A lost connection loses their locks and
 * perhaps the results of their tasks. Nothing of that is repaired: {@link TaskRunner} starts a new session.
 */
export class TaskSession {
  private readonly stopping = new AbortController();
  private readonly released = new AbortController();
  private readonly running = new Set<Promise<unknown>>();
  private readonly workers: string[] = [];
  private readonly runners: WorkerPool[] = [];

  private constructor(
    private readonly lock: WorkerLock,
    private readonly pool: pg.Pool,
    private readonly runTask: RunTask,
    private readonly log: Log,
  ) {
    lock.onLost(() => this.endAfterLoss('the connection that holds the locks of its workers is lost'));
  }

  /** @throws the driver's error if the database can't be reached */
  static async start(url: string, lanes: readonly Lane[], runTask: RunTask, log: Log): Promise<TaskSession> {
    const lock = await WorkerLock.connect(url);
    // Each lane listens on one connection and runs queries on another.
    const pool = workerPool(url, lanes.length * 2 + 1);
    const session = new TaskSession(lock, pool, runTask, log);
    try {
      await lock.freeTasks();
      for (const lane of lanes) session.runners.push(session.run(lane));
    } catch (error) {
      await session.stop();
      throw error;
    }
    void session.unlockRegularly();
    return session;
  }

  /** Resolves after a loss of the database or a stop. */
  get ended(): Promise<void> {
    return fired(this.stopping.signal);
  }

  /** Stops taking tasks, aborts the running ones and releases them, so that other processes take them at once. */
  async stop(): Promise<void> {
    this.end();
    const stopped = Promise.all(this.runners.map((runner) => runner.gracefulShutdown().catch(() => {})));
    await withTimeout(Promise.allSettled(this.running), STOP_TIMEOUT_MS);
    // If the release failed, graphile-worker is not told that the tasks ended: it would delay them when the database is back.
    if (await this.releaseTasks()) {
      this.released.abort();
      await withTimeout(stopped);
    }
    await withTimeout(this.pool.end());
    await this.lock.end();
  }

  /** @returns false if the release is not confirmed; other processes then unlock the tasks */
  private async releaseTasks(): Promise<boolean> {
    if (this.lock.lost) return false;
    const released = this.lock.unlock(this.workers).then(
      () => true,
      () => false,
    );
    return (await withTimeout(released)) ?? false;
  }

  private end(): void {
    this.stopping.abort();
  }

  private endAfterLoss(reason: string): void {
    if (!this.stopping.signal.aborted) this.log.warn(`lost the queue: ${reason}`);
    this.end();
  }

  /** `run` of graphile-worker is not used: it starts a crontab, and a loss of the database there ends the process. */
  private run({ names, concurrency }: Lane): WorkerPool {
    const events: WorkerEvents = new EventEmitter();
    events.on('worker:fatalError', ({ error }) =>
      this.endAfterLoss(`a task could not be released: ${errorMessage(error)}`),
    );
    events.on('job:complete', ({ job, error }) => {
      if (error && !this.stopping.signal.aborted) this.lock.retryLater(job.id, job.attempts).catch(() => {});
    });
    const options = {
      schema: queueSchema,
      concurrency,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      logger: graphileLog(this.log),
      events,
      preset: { plugins: [this.lockPlugin()] },
    };
    const tasks = Object.fromEntries(names.map((name) => [name, this.taskOf(name)]));
    const runner = runTaskList(options, tasks, this.pool);
    runner.promise.finally(() => this.end()).catch(() => {});
    return runner;
  }

  private lockPlugin(): GraphileConfig.Plugin {
    return {
      name: 'GraphwardLock',
      version: '1.0.0',
      worker: {
        hooks: {
          startWorker: async (_, { worker: { workerId } }) => {
            this.workers.push(workerId);
            await this.lock.acquire(workerId);
          },
        },
      },
    };
  }

  private taskOf(name: TaskName): TaskList[string] {
    return async (args: unknown) => {
      const { signal } = this.stopping;
      signal.throwIfAborted();
      const task = this.runTask(name, args, { signal });
      this.running.add(task);
      try {
        await task;
      } catch (error) {
        // Released before graphile-worker handles the failure, which would delay the task.
        if (signal.aborted) await fired(this.released.signal);
        throw error;
      } finally {
        this.running.delete(task);
      }
    };
  }

  private async unlockRegularly(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await sleep(UNLOCK_EVERY_MS, undefined, { signal }).catch(() => {});
      try {
        if (!signal.aborted) await this.lock.freeTasks();
      } catch (error) {
        if (signal.aborted) return;
        this.endAfterLoss(errorMessage(error));
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

/** @returns undefined if the work takes too long */
async function withTimeout<T>(work: Promise<T>, milliseconds = DATABASE_TIMEOUT_MS): Promise<T | undefined> {
  const timer = new AbortController();
  const end = sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined);
  const result = await Promise.race([work, end]);
  timer.abort();
  return result;
}

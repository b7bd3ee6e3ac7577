import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../../base/config/settings.js';
import { Database } from '../../database/database.js';
import { errorMessage } from '../../base/error-message.js';
import type { TaskContext, TaskHandlers, TaskOutcome } from '../task-handlers.js';
import { type TaskName, TaskQueue } from '../task-queue.js';
import { type Lane, TaskSession } from './task-session.js';

const PAUSE_MS = 1_000;

/**
 * Runs the tasks of the queue in this process, from {@link start} until it ends; goes on by itself when the database comes back.
 * A process that only adds tasks never starts it.
 */
@Injectable()
export class TaskRunner implements OnModuleDestroy {
  private readonly logger = new Logger('Tasks');
  private readonly stopping = new AbortController();
  private readonly listeners: ((outcome: TaskOutcome) => void)[] = [];
  private running: Promise<void> | null = null;

  constructor(
    private readonly settings: Settings,
    private readonly database: Database,
    private readonly queue: TaskQueue,
  ) {}

  /** Returns at once. */
  start(handlers: TaskHandlers): void {
    this.running ??= this.run(handlers);
  }

  /** Tells of every task that this process ran. */
  onOutcome(listener: (outcome: TaskOutcome) => void): void {
    this.listeners.push(listener);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(handlers: TaskHandlers): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.runSession(handlers);
      } catch (error) {
        this.logger.warn(`tasks can't be run now: ${errorMessage(error)}`);
      }
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }

  private async runSession(handlers: TaskHandlers): Promise<void> {
    const { url } = this.database;
    if (url === undefined) throw new Error('the address of the database is not known');
    const session = await TaskSession.start(
      url,
      this.lanes(),
      (...task) => this.runTask(handlers, ...task),
      this.logger,
    );
    const stop = new Promise<void>((resolve) => this.stopping.signal.addEventListener('abort', () => resolve()));
    if (!this.stopping.signal.aborted) {
      await this.queue.add('sweep', {}, { key: 'sweep' }).catch(() => {});
      await Promise.race([session.ended, stop]);
    }
    await session.stop();
  }

  /** The long tasks have workers of their own, so that the others need not wait for them. */
  private lanes(): Lane[] {
    return [
      { names: ['ingest-file'], concurrency: this.settings.ingestWorkers },
      { names: ['analysis', 'sweep', 'schedule'], concurrency: 3 },
    ];
  }

  private async runTask(handlers: TaskHandlers, name: TaskName, payload: unknown, context: TaskContext): Promise<void> {
    const since = performance.now();
    let outcome: TaskOutcome['outcome'] = 'done';
    try {
      await dispatch(handlers, name, payload, context);
    } catch (error) {
      outcome = context.signal.aborted ? 'aborted' : 'failed';
      if (outcome === 'failed') this.logger.error(error, undefined, `task ${name}`);
      throw error;
    } finally {
      const ended = { name, outcome, seconds: (performance.now() - since) / 1000 };
      for (const tell of this.listeners) tell(ended);
    }
  }
}

/** What is in the queue was written by this product, perhaps by another version: a payload that does not fit is an error. */
function dispatch(handlers: TaskHandlers, name: TaskName, payload: unknown, context: TaskContext): Promise<void> {
  if (name !== 'ingest-file') return handlers[name]({}, context);
  if (!isFileTask(payload)) throw new Error(`the task names no file: ${JSON.stringify(payload)}`);
  return handlers[name](payload, context);
}

function isFileTask(payload: unknown): payload is { fileId: string } {
  return typeof payload === 'object' && payload !== null && 'fileId' in payload && typeof payload.fileId === 'string';
}

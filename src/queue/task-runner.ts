import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../base/config/settings.js';
import { errorMessage } from '../base/error-message.js';
import { inSpan, type SpanDescription } from '../base/tracing.js';
import { Database } from '../database/database.js';
import { BackgroundWork, type TaskContext, taskEnded, type TaskOutcome } from './background-work.js';
import { queuePeriodic } from './periodic-task.js';
import { type TaskName, TaskQueue } from './task-queue.js';
import { type Lane, TaskSession } from './task-session.js';

const RECONNECT_MS = 1_000;

/** Workers for all tasks except files. */
const OTHER_WORKERS = 3;

/**
 * Runs tasks in this process, from {@link start} until the process stops. After a loss of the database it continues by
 * itself. Processes that only add tasks never call start.
 */
@Injectable()
export class TaskRunner implements OnModuleDestroy {
  private readonly logger = new Logger('Tasks');
  private readonly stopping = new AbortController();
  private running: Promise<void> | null = null;

  constructor(
    private readonly settings: Settings,
    private readonly database: Database,
    private readonly queue: TaskQueue,
    private readonly background: BackgroundWork,
  ) {}

  /** Returns at once. */
  start(): void {
    this.running ??= this.run();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.runSession();
      } catch (error) {
        this.logger.warn(`tasks can't be run now: ${errorMessage(error)}`);
      }
      await sleep(RECONNECT_MS, undefined, { signal }).catch(() => {});
    }
  }

  private async runSession(): Promise<void> {
    const { url } = this.database;
    if (url === undefined) throw new Error('the address of the database is not known');
    const session = await TaskSession.start(
      url,
      this.lanes(),
      (name, args, context) => inSpan(spanOf(name, args), () => this.runTask(name, args, context)),
      this.logger,
    );
    const stop = new Promise<void>((resolve) => this.stopping.signal.addEventListener('abort', () => resolve()));
    if (!this.stopping.signal.aborted) {
      for (const { name } of this.background.periodic) await queuePeriodic(this.queue, name).catch(() => {});
      await Promise.race([session.ended, stop]);
    }
    await session.stop();
  }

  /** Files have workers of their own, so that short tasks do not wait for them. Tasks without a handler are not taken. */
  private lanes(): Lane[] {
    const { handlers } = this.background;
    const lanes: Lane[] = [
      { names: ['ingest-file'], concurrency: this.settings.ingestWorkers },
      { names: ['analysis', 'periodic'], concurrency: OTHER_WORKERS },
    ];
    return lanes
      .map(({ names, concurrency }) => ({ names: names.filter((name) => handlers[name]), concurrency }))
      .filter(({ names }) => names.length > 0);
  }

  private async runTask(name: TaskName, args: unknown, context: TaskContext): Promise<void> {
    const since = performance.now();
    let outcome: TaskOutcome['outcome'] = 'done';
    try {
      await this.dispatch(name, args, context);
    } catch (error) {
      outcome = context.signal.aborted ? 'aborted' : 'failed';
      if (outcome === 'failed') this.logger.error(error, undefined, `task ${name}`);
      throw error;
    } finally {
      await this.background.emit(taskEnded, { name, outcome, seconds: (performance.now() - since) / 1000 });
    }
  }

  /** Checks the arguments, because another version of the product may have written them. */
  private async dispatch(name: TaskName, args: unknown, context: TaskContext): Promise<void> {
    const { handlers } = this.background;
    const given: Readonly<Record<string, unknown>> = typeof args === 'object' ? { ...args } : {};
    const { fileId, work } = given;
    if (name === 'analysis') await handlers.analysis?.({}, context);
    else if (name === 'ingest-file' && typeof fileId === 'string') await handlers[name]?.({ fileId }, context);
    else if (name === 'periodic' && typeof work === 'string') await handlers[name]?.({ work }, context);
    else throw new Error(`the arguments of the task ${name} are invalid: ${JSON.stringify(args)}`);
  }
}

function spanOf(name: TaskName, args: unknown): SpanDescription {
  const { fileId, work, traceparent }: Readonly<Record<string, unknown>> = typeof args === 'object' ? { ...args } : {};
  return {
    name: typeof work === 'string' ? `task ${name}:${work}` : `task ${name}`,
    kind: 'consumer',
    attributes: {
      'graphward.task.name': name,
      ...(typeof work === 'string' && { 'graphward.task.work': work }),
      ...(typeof fileId === 'string' && { 'graphward.file.id': fileId }),
    },
    requestedBy: typeof traceparent === 'string' ? traceparent : undefined,
  };
}

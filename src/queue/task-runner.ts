import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../base/config/settings.js';
import { errorMessage } from '../base/error-message.js';
import { inSpan, type SpanDescription } from '../base/scope/tracing.js';
import { Database } from '../database/database.js';
import { BackgroundWork, type TaskContext, taskEnded, type TaskOutcome } from './background-work.js';
import { queuePeriodic } from './periodic-task.js';
import { TaskQueue } from './task-queue.js';
import { type Lane, TaskSession } from './task-session.js';
import { type LaneName, membersOf, spanAttributes, taskArguments, type TaskName, taskNames, tasks } from './tasks.js';

const RECONNECT_MS = 1_000;

/** The other half of the processors is for requests, questions and PostgreSQL. */
export function filesAtATime({ ingestWorkers }: Pick<Settings, 'ingestWorkers'>, processors = availableParallelism()) {
  return ingestWorkers || Math.max(1, Math.floor(processors / 2));
}

/** Workers for all tasks except files. */
const OTHER_WORKERS = 3;

/** They wait for other machines, and each channel keeps one of them busy at most (`queue` of TaskOptions). */
const DELIVERY_WORKERS = 16;

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

  /** Tasks without a handler are not taken. */
  private lanes(): Lane[] {
    const handled = taskNames.filter((name) => this.background.handlers[name]);
    const laneOf = (lane: LaneName, concurrency: number): Lane => ({
      names: handled.filter((name) => tasks[name].lane === lane),
      concurrency,
    });
    const lanes = [
      laneOf('files', filesAtATime(this.settings)),
      laneOf('others', OTHER_WORKERS),
      laneOf('deliveries', DELIVERY_WORKERS),
    ];
    return lanes.filter(({ names }) => names.length > 0);
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

  private async dispatch(name: TaskName, stored: unknown, context: TaskContext): Promise<void> {
    const args = taskArguments(name, stored);
    if (!args) throw new Error(`the arguments of the task ${name} are invalid: ${JSON.stringify(stored)}`);
    await this.background.run(name, args, context);
  }
}

function spanOf(name: TaskName, args: unknown): SpanDescription {
  const { work, traceparent } = membersOf(args);
  return {
    name: typeof work === 'string' ? `task ${name}:${work}` : `task ${name}`,
    kind: 'consumer',
    attributes: spanAttributes(name, args),
    requestedBy: typeof traceparent === 'string' ? traceparent : undefined,
  };
}

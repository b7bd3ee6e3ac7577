import { Inject, Injectable, Logger } from '@nestjs/common';
import { DatabaseClock } from '../database/sql/database-clock.js';
import { BackgroundWork, HandlesTask, type PeriodicWork, type TaskContext } from './background-work.js';
import { TaskQueue } from './task-queue.js';

/** A shorter pause would make a loop of work that can't be done at the moment. */
const MIN_PAUSE_SECONDS = 1;

/** Pause of work that this process does not know, because another version of the product queued it ({@link PeriodicWork.name}). */
const UNKNOWN_WORK_SECONDS = 60;

/** Queues a periodic work; replaces the task that waits for it. @param runAt now if absent */
export function queuePeriodic(queue: Pick<TaskQueue, 'add'>, work: string, runAt?: Date): Promise<void> {
  return queue.add('periodic', { work }, { key: `periodic:${work}`, ...(runAt && { runAt }) });
}

/**
 * Runs periodic work. Each work is a task of its own that queues itself again, so that one process at a time does it and no
 * work waits for another. Processes queue all works when they begin to run tasks, in case a task was lost.
 */
@Injectable()
export class PeriodicTask {
  private readonly logger = new Logger('Periodic');

  constructor(
    private readonly background: BackgroundWork,
    @Inject(TaskQueue) private readonly queue: Pick<TaskQueue, 'add'>,
    private readonly clock: DatabaseClock,
  ) {}

  /** @throws if the process stops: another process then takes the task */
  @HandlesTask('periodic')
  async run({ work: name }: { readonly work: string }, { signal }: TaskContext): Promise<void> {
    signal.throwIfAborted();
    const work = this.background.periodic.find((it) => it.name === name);
    const wanted = work ? await this.attempt(work, signal) : null;
    signal.throwIfAborted();
    const now = (await this.clock.now()).getTime();
    const usual = now + (work?.everySeconds ?? UNKNOWN_WORK_SECONDS) * 1000;
    const soonest = now + MIN_PAUSE_SECONDS * 1000;
    await queuePeriodic(this.queue, name, new Date(Math.max(soonest, Math.min(usual, wanted?.getTime() ?? usual))));
  }

  /** Logs a failure; the work then runs again at its usual time. */
  private async attempt(work: PeriodicWork, signal: AbortSignal): Promise<Date | null> {
    try {
      return (await work.run(signal)) ?? null;
    } catch (error) {
      this.logger.error(error, undefined, work.name);
      return null;
    }
  }
}

import { Injectable, Logger } from '@nestjs/common';
import { DatabaseClock } from '../database/database-clock.js';
import { type RegularWork, RegularWorks } from '../queue/regular-work.js';
import type { TaskHandler } from '../queue/task-handlers.js';
import { TaskQueue } from '../queue/task-queue.js';

const USUALLY_MS = 15_000;

/** What could not be done just now, such as what another holds, is not tried in a loop. */
const AT_LEAST_MS = 1_000;

/** What happens every few seconds, in one process at a time: it asks for itself again, and the sweep asks for it where it was lost. */
@Injectable()
export class ScheduleTask {
  private readonly logger = new Logger('Schedule');

  constructor(
    private readonly works: RegularWorks,
    private readonly queue: TaskQueue,
    private readonly clock: DatabaseClock,
  ) {}

  readonly run: TaskHandler<'schedule'> = async (_, { signal }) => {
    const wishes: number[] = [];
    for (const work of this.works.list()) {
      if (signal.aborted) return;
      wishes.push(await this.done(work, signal));
    }
    const now = (await this.clock.now()).getTime();
    const next = Math.max(now + AT_LEAST_MS, Math.min(now + USUALLY_MS, ...wishes));
    await this.ask(new Date(next));
  };

  /** Asks for the task, where there is anything to do; one that waits comes at that time instead. */
  async ask(runAt: Date): Promise<void> {
    if (this.works.list().length > 0) await this.queue.add('schedule', {}, { key: 'schedule', runAt });
  }

  /** One that fails keeps no other from its turn, and has the next as usual. */
  private async done(work: RegularWork, signal: AbortSignal): Promise<number> {
    try {
      return (await work.run(signal))?.getTime() ?? Infinity;
    } catch (error) {
      this.logger.error(error, undefined, work.constructor.name);
      return Infinity;
    }
  }
}

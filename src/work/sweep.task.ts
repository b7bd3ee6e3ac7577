import { Inject, Injectable, Logger } from '@nestjs/common';
import { DatabaseClock } from '../database/database-clock.js';
import type { TaskHandler } from '../queue/task-handlers.js';
import { TaskQueue } from '../queue/task-queue.js';
import { SWEEPERS, type Sweeper } from './sweeper.js';

const EVERY_MS = 60_000;

/** What happens about once a minute, in one process at a time: it asks for itself again, and so does every process that begins to run tasks. */
@Injectable()
export class SweepTask {
  private readonly logger = new Logger('Sweep');

  constructor(
    @Inject(SWEEPERS) private readonly sweepers: readonly Sweeper[],
    private readonly queue: TaskQueue,
    private readonly clock: DatabaseClock,
  ) {}

  /** One that fails keeps no other from its work, and is tried again by the next sweep. */
  readonly run: TaskHandler<'sweep'> = async (_, { signal }) => {
    for (const sweeper of this.sweepers) {
      // Not done, so that it is left to another process.
      signal.throwIfAborted();
      try {
        await sweeper.sweep(signal);
      } catch (error) {
        this.logger.error(error, undefined, sweeper.constructor.name);
      }
    }
    const runAt = new Date((await this.clock.now()).getTime() + EVERY_MS);
    await this.queue.add('sweep', {}, { key: 'sweep', runAt });
  };
}

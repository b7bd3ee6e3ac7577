import { Inject, Injectable, Logger } from '@nestjs/common';
import type { TaskHandler } from '../queue/task-handlers.js';
import { SWEEPERS, type Sweeper } from './sweeper.js';

/** What happens about once a minute, in one process at a time. */
@Injectable()
export class SweepTask {
  private readonly logger = new Logger('Sweep');

  constructor(@Inject(SWEEPERS) private readonly sweepers: readonly Sweeper[]) {}

  /** One that fails keeps no other from its work, and is tried again by the next sweep. */
  readonly run: TaskHandler<'sweep'> = async (_, { signal }) => {
    for (const sweeper of this.sweepers) {
      if (signal.aborted) return;
      try {
        await sweeper.sweep(signal);
      } catch (error) {
        this.logger.error(error, undefined, sweeper.constructor.name);
      }
    }
  };
}

import { Injectable, Logger } from '@nestjs/common';
import { DatabaseClock } from '../database/database-clock.js';
import { Uploads } from '../ingest/uploads/uploads.js';
import { JobSettler } from './job-settler.js';
import type { Sweeper } from './sweeper.js';

/** Ends jobs that nobody sends anything to any more, and lets those go on that somebody's death has left behind. */
@Injectable()
export class JobSweeper implements Sweeper {
  private readonly logger = new Logger('Ingest');

  constructor(
    private readonly jobs: Uploads,
    private readonly settler: JobSettler,
    private readonly clock: DatabaseClock,
  ) {}

  async sweep(): Promise<void> {
    const silent = await this.jobs.timeOutSilent(await this.clock.now());
    for (const { id, statusMessage } of silent) this.logger.log(`job ${id} ended: ${statusMessage}`);
    await this.settler.settleLeft();
  }
}

import { Injectable, Logger } from '@nestjs/common';
import { DatabaseClock } from '../database/database-clock.js';
import { Uploads } from '../ingest/uploads/uploads.js';
import { UploadFinisher } from './upload-finisher.js';
import type { Sweeper } from './sweeper.js';

/** Ends uploads that nobody sends anything to any more, and lets those go on that somebody's death has left behind. */
@Injectable()
export class UploadExpiry implements Sweeper {
  private readonly logger = new Logger('Ingest');

  constructor(
    private readonly uploads: Uploads,
    private readonly finisher: UploadFinisher,
    private readonly clock: DatabaseClock,
  ) {}

  async sweep(): Promise<void> {
    const silent = await this.uploads.timeOutSilent(await this.clock.now());
    for (const { id, statusMessage } of silent) this.logger.log(`upload ${id} ended: ${statusMessage}`);
    await this.finisher.finishStalled();
  }
}

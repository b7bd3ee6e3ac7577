import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../base/clock.js';
import { Uploads } from '../ingest/uploads/uploads.js';
import { Spool } from '../ingest/spool/spool.js';
import type { Sweeper } from './sweeper.js';

/** Removes what lies in the spool and belongs to no file: whoever wrote it, or read it, died before he could. */
@Injectable()
export class SpoolSweeper implements Sweeper {
  private readonly logger = new Logger('Ingest');

  constructor(
    private readonly spool: Spool,
    private readonly uploads: Uploads,
    private readonly clock: Clock,
  ) {}

  async sweep(): Promise<void> {
    const removed = await this.spool.sweep(this.clock.now(), (keys) => this.uploads.knownSpoolKeys(keys));
    if (removed > 0) this.logger.warn(`removed ${removed} files from the spool that belonged to nobody`);
  }
}

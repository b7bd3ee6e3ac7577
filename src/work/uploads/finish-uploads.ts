import { Injectable, Logger } from '@nestjs/common';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { Clock } from '../../base/clock.js';
import { StorageUnavailableError } from '../../base/errors.js';
import { DatabaseClock } from '../../database/sql/database-clock.js';
import type { Transaction } from '../../database/transaction.js';
import { Spool } from '../../ingest/spool/spool.js';
import { UploadFiles } from '../../ingest/uploads/upload-files.repository.js';
import { Uploads } from '../../ingest/uploads/uploads.repository.js';
import { Periodic } from '../../queue/background-work.js';

/** Continues uploads after their last file: requests the analysis, or sets the final state if there is nothing to analyse. */
@Injectable()
export class UploadFinisher {
  constructor(
    private readonly uploads: Uploads,
    private readonly runs: AnalysisRuns,
  ) {}

  continueAfterFiles(uploadId: number): Promise<void> {
    return this.uploads.continueAfterFiles(uploadId, (tx) => this.requestAnalysis(uploadId, tx));
  }

  /** @returns the id of the run */
  requestAnalysis(uploadId: number, tx: Transaction): Promise<string> {
    return this.runs.request(`upload ${uploadId}`, tx);
  }

  /** Continues the uploads that a process left by dying between the last file and the call of {@link continueAfterFiles}. */
  continueStalled(): Promise<void> {
    return this.uploads.continueStalled((tx) => this.runs.request('stalled uploads', tx));
  }
}

/** Cleans up after senders that stopped sending and processes that died. */
@Injectable()
export class UploadCleanup {
  private readonly logger = new Logger('Ingest');

  constructor(
    private readonly uploads: Uploads,
    private readonly files: UploadFiles,
    private readonly finisher: UploadFinisher,
    private readonly spool: Spool,
    private readonly databaseClock: DatabaseClock,
    private readonly clock: Clock,
  ) {}

  /** Ends uploads that are idle for UPLOAD_TIMEOUT, and continues stalled ones. */
  @Periodic({ name: 'time-out-uploads', everySeconds: 60 })
  async timeOutIdle(): Promise<void> {
    const ended = await this.uploads.timeOutIdle(await this.databaseClock.now());
    for (const { id, statusMessage } of ended) this.logger.log(`upload ${id} ended: ${statusMessage}`);
    await this.finisher.continueStalled();
  }

  /** Removes files from the spool that belong to no upload, because the process that wrote or read them died. */
  @Periodic({ name: 'clean-spool', everySeconds: 60 })
  async cleanSpool(): Promise<void> {
    // By the clock of this machine, because the times of files are.
    const removed = await this.spool
      .removeOrphans(this.clock.now(), (keys) => this.files.knownSpoolKeys(keys))
      .catch(zeroIfAway);
    if (removed > 0) this.logger.warn(`removed ${removed} files from the spool that belong to no upload`);
  }
}

/** The spool has logged that it is away. */
function zeroIfAway(error: unknown): number {
  if (error instanceof StorageUnavailableError) return 0;
  throw error;
}

import { Injectable } from '@nestjs/common';
import { AnalysisRuns } from '../../../analysis/runs/analysis-runs.js';
import { ConflictError } from '../../../base/errors.js';
import type { Transaction } from '../../../database/transaction.js';
import { Uploads } from '../../../ingest/uploads/uploads.js';

/** The uploads of jobs: each job has one, from its first batch on. */
@Injectable()
export class JobUploads {
  constructor(
    private readonly uploads: Uploads,
    private readonly analysis: AnalysisRuns,
  ) {}

  /** @returns the id of the upload */
  async start(clientName: string, on: Transaction): Promise<number> {
    const { id } = await this.uploads.startCollection(clientName, on);
    return id;
  }

  /** Refuses further batches. The service still reads and analyses the received ones. */
  async close(uploadId: number): Promise<void> {
    try {
      await this.uploads.end(uploadId);
    } catch (error) {
      // Another caller has closed it.
      if (!(error instanceof ConflictError)) throw error;
    }
    await this.uploads.continueAfterFiles(uploadId, (tx) => this.analysis.request(`upload ${uploadId}`, tx));
  }
}

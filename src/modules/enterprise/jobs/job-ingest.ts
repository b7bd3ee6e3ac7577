import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../database/transaction.js';
import { AnalysisRuns } from '../../../analysis/runs/analysis-runs.js';
import { ConflictError } from '../../../base/errors.js';
import { Uploads } from '../../../ingest/uploads/uploads.js';

/** What jobs send, as the ingest knows it: files that are handed in together. */
@Injectable()
export class JobIngest {
  constructor(
    private readonly ingest: Uploads,
    private readonly analysis: AnalysisRuns,
  ) {}

  /** @returns the id of the upload */
  async start(clientName: string, on: Transaction): Promise<number> {
    const { id } = await this.ingest.startCollection(clientName, on);
    return id;
  }

  /** Nothing more comes; what has come is read and analysed. */
  async close(uploadId: number): Promise<void> {
    await unlessOver(() => this.ingest.end(uploadId));
    await this.ingest.finish(uploadId, (tx) => this.analysis.ask(`upload ${uploadId}`, tx));
  }
}

/** An upload that has ended already is as it should be. */
async function unlessOver(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
}

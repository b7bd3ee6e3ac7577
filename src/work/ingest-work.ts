import { Injectable } from '@nestjs/common';
import type { Transaction } from '../database/transaction.js';
import { Uploads } from '../ingest/uploads/uploads.js';
import { AnalysedWork, type AnalysisOutcome } from './analysed-work.js';

/** The uploads that handed files in are what waits for the analysis. */
@Injectable()
export class IngestWork extends AnalysedWork {
  constructor(private readonly uploads: Uploads) {
    super();
  }

  override isFilesLeft(): Promise<boolean> {
    return this.uploads.isFilesLeft();
  }

  override analysed(runId: string, outcome: AnalysisOutcome, on: Transaction): Promise<void> {
    return this.uploads.finishAnalysed(runId, outcome, on);
  }
}

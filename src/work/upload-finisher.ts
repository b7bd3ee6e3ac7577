import { Injectable } from '@nestjs/common';
import { AnalysisRuns } from '../analysis/runs/analysis-runs.js';
import { Uploads } from '../ingest/uploads/uploads.js';

/** Finishes uploads whose files are all read: requests the analysis, or sets the final state if there is nothing to analyse. */
@Injectable()
export class UploadFinisher {
  constructor(
    private readonly uploads: Uploads,
    private readonly runs: AnalysisRuns,
  ) {}

  finish(uploadId: number): Promise<void> {
    return this.uploads.finish(uploadId, (tx) => this.runs.ask(`upload ${uploadId}`, tx));
  }

  /** Finishes an upload after a file was given up. Earlier attempts may have written parts of the file, so an analysis runs in any case. */
  async finishGivenUp(uploadId: number): Promise<void> {
    await this.runs.ask(`upload ${uploadId}`);
    await this.finish(uploadId);
  }

  /** Finishes the uploads whose process died between the last file and the call of {@link finish}. */
  finishStalled(): Promise<void> {
    return this.uploads.finishStalled((tx) => this.runs.ask('stalled uploads', tx));
  }
}

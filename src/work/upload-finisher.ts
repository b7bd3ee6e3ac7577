import { Injectable } from '@nestjs/common';
import { AnalysisRuns } from '../analysis/runs/analysis-runs.js';
import { Uploads } from '../ingest/uploads/uploads.js';

/** Lets uploads whose files have all been read go on: to the analysis that sees them, or to their end. */
@Injectable()
export class UploadFinisher {
  constructor(
    private readonly uploads: Uploads,
    private readonly runs: AnalysisRuns,
  ) {}

  finish(uploadId: number): Promise<void> {
    return this.uploads.finish(uploadId, (tx) => this.runs.ask(`upload ${uploadId}`, tx));
  }

  /** As {@link finish}, for an upload of which a file was given up: its tries may have written parts of it, which the analysis has to see. */
  async finishGivenUp(uploadId: number): Promise<void> {
    await this.runs.ask(`upload ${uploadId}`);
    await this.finish(uploadId);
  }

  /** As {@link finish}, for all whose reader or sender died before he could. */
  finishStalled(): Promise<void> {
    return this.uploads.finishStalled((tx) => this.runs.ask('stalled uploads', tx));
  }
}

import { Injectable } from '@nestjs/common';
import { AnalysisRuns } from '../analysis/runs/analysis-runs.js';
import { Uploads } from '../ingest/uploads/uploads.js';

/** Lets jobs whose files have all been read go on: to the analysis that sees them, or to their end. */
@Injectable()
export class JobSettler {
  constructor(
    private readonly jobs: Uploads,
    private readonly runs: AnalysisRuns,
  ) {}

  settle(jobId: number): Promise<void> {
    return this.jobs.settle(jobId, (tx) => this.runs.ask(`job ${jobId}`, tx));
  }

  /** As {@link settle}, for a job of which a file was given up: its tries may have written parts of it, which the analysis has to see. */
  async settleGivenUp(jobId: number): Promise<void> {
    await this.runs.ask(`job ${jobId}`);
    await this.settle(jobId);
  }

  /** As {@link settle}, for all whose reader or sender died before he could. */
  settleLeft(): Promise<void> {
    return this.jobs.settleLeft((tx) => this.runs.ask('jobs that were left', tx));
  }
}

import { Injectable, Logger } from '@nestjs/common';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { Periodic } from '../../queue/background-work.js';

/**
 * Requests the analysis of changes that nobody requested, because their process died: an `ingest` on the command line that was killed. A
 * graph that still changes from one look to the next is left alone, since its writer requests or runs an analysis at the end.
 */
@Injectable()
export class MissedAnalysis {
  private readonly logger = new Logger('Analysis');
  private seen: number | null = null;

  constructor(private readonly runs: AnalysisRuns) {}

  @Periodic({ name: 'missed-analysis', everySeconds: 60 })
  async request(): Promise<void> {
    const version = await this.runs.missedVersion();
    const isStill = version !== null && version === this.seen;
    this.seen = version;
    if (!isStill) return;
    this.logger.warn(`version ${version} of the graph was not analysed, because its writer ended early: requesting it`);
    await this.runs.request('missed analysis');
  }
}

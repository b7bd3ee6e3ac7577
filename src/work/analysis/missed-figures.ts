import { Injectable } from '@nestjs/common';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { hasAllFigures } from '../../analysis/sights/sights.js';
import { Database } from '../../database/database.js';
import { Periodic } from '../../queue/background-work.js';

/** Requests the analysis if an account was limited to environments of which the last run has no figures: once after each run. */
@Injectable()
export class MissedFigures {
  private askedAfter: string | null = null;

  constructor(
    private readonly runs: AnalysisRuns,
    private readonly database: Database,
  ) {}

  @Periodic({ name: 'missed-figures', everySeconds: 60 })
  async request(): Promise<void> {
    const last = await this.runs.lastComplete();
    if (!last || last.id === this.askedAfter) return;
    if (await hasAllFigures(this.database, last.id)) return;
    this.askedAfter = last.id;
    await this.runs.request('limited accounts');
  }
}

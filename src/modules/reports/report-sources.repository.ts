import { Injectable } from '@nestjs/common';
import { type Completeness, readCompleteness } from '../../analysis/data-quality/completeness.js';
import { type FindingEffect, readFindingEffects } from '../../analysis/findings/report-findings.js';
import { Database } from '../../database/database.js';
import { currentVersion } from '../../graph/store/graph-version.js';

/** Reads what analyses have stored. */
@Injectable()
export class ReportSourcesRepository {
  constructor(private readonly database: Database) {}

  version(): Promise<number> {
    return currentVersion(this.database);
  }

  findings(since: Date, environments: readonly string[], now: Date): Promise<FindingEffect[]> {
    return readFindingEffects(this.database, since, environments, now);
  }

  completeness(runId: string): Promise<Completeness[]> {
    return readCompleteness(this.database, runId);
  }
}

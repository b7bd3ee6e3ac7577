import { Injectable, Logger } from '@nestjs/common';
import { AnalysisRuns } from '../analysis/runs/analysis-runs.js';
import { AuditService } from '../audit/audit.service.js';
import { Clock } from '../common/clock.js';
import { Settings } from '../config/settings.js';
import type { CountsByKind } from '../graph/removal/remove-gone.js';
import { RetentionService } from '../graph/removal/retention.service.js';
import { OldJobsRepository } from '../ingest/jobs/old-jobs.repository.js';
import type { Sweeper } from './sweeper.js';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A service that was off for a while can be given fresh data first. */
const firstAfterMs = 10 * minuteMs;
const everyMs = 60 * minuteMs;

/** Removes what has grown too old: of the graph, of the jobs, of the audit log. */
@Injectable()
export class RetentionSweeper implements Sweeper {
  private readonly logger = new Logger('Retention');
  private dueAt: number;

  constructor(
    private readonly retention: RetentionService,
    private readonly runs: AnalysisRuns,
    private readonly jobs: OldJobsRepository,
    private readonly audit: AuditService,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {
    this.dueAt = clock.now().getTime() + firstAfterMs;
  }

  async sweep(): Promise<void> {
    const now = this.clock.now();
    if (now.getTime() < this.dueAt) return;
    await this.ageGraph(now);
    await this.forget('upload jobs', now, this.settings.retentionJobs, (at) => this.jobs.deleteFinishedBefore(at));
    await this.forget('audit entries', now, this.settings.retentionAudit, (at) => this.audit.forgetBefore(at));
    this.dueAt = now.getTime() + everyMs;
  }

  private async ageGraph(now: Date): Promise<void> {
    const aged = await this.retention.age(now, async (tx, { nodes, edges, versionAfter }) => {
      await this.runs.ask('retention', tx);
      const details = { nodes_by_kind: nodes, edges_by_kind: edges, version_after: versionAfter };
      await this.audit.record({ action: 'graph.age', resource: 'graph', details }, { on: tx });
    });
    if (!aged || aged.versionAfter === aged.versionBefore) return;
    this.logger.log(`too old and removed: nodes ${listed(aged.nodes)}; edges ${listed(aged.edges)}`);
  }

  private async forget(
    what: string,
    now: Date,
    days: number,
    forgetBefore: (at: Date) => Promise<number>,
  ): Promise<void> {
    if (days === 0) return;
    const count = await forgetBefore(new Date(now.getTime() - days * dayMs));
    if (count > 0) this.logger.log(`too old and removed: ${count} ${what}`);
  }
}

function listed(counts: CountsByKind): string {
  const entries = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`);
  return entries.join(', ') || 'none';
}

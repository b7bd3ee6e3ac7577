import { Inject, Injectable, Logger } from '@nestjs/common';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { AuditService } from '../../auth/audit/audit.service.js';
import { DatabaseClock } from '../../database/database-clock.js';
import { GraphAgeing } from '../../graph/removal/graph-ageing.js';
import type { CountsByKind } from '../../graph/removal/remove-gone.js';
import { OLD_RECORDS, type OldRecords } from './old-records.js';
import { RetentionTurnRepository } from './retention-turn.repository.js';

const dayMs = 86_400_000;

/**
 * Removes what has grown too old, once an hour ({@link RetentionTurnRepository}): of the graph after RETENTION_SESSIONS and RETENTION_DATA,
 * then the records that `oldRecords` lists.
 */
@Injectable()
export class RetentionSweeper {
  private readonly logger = new Logger('Retention');

  constructor(
    private readonly ageing: GraphAgeing,
    private readonly runs: AnalysisRuns,
    @Inject(OLD_RECORDS) private readonly records: readonly OldRecords[],
    private readonly audit: AuditService,
    private readonly turn: RetentionTurnRepository,
    private readonly clock: DatabaseClock,
  ) {}

  async sweep(signal: AbortSignal): Promise<void> {
    const now = await this.clock.now();
    if (!(await this.turn.isDue(now))) return;
    await this.ageGraph(now);
    for (const records of this.records) await this.forget(records, now, signal);
    if (!signal.aborted) await this.turn.done(now);
  }

  private async ageGraph(now: Date): Promise<void> {
    const aged = await this.ageing.age(now, async (tx, { nodes, edges, versionAfter }) => {
      await this.runs.ask('retention', tx);
      const details = { nodes_by_kind: nodes, edges_by_kind: edges, version_after: versionAfter };
      await this.audit.record({ action: 'graph.age', resource: 'graph', details }, { on: tx });
    });
    if (!aged || aged.versionAfter === aged.versionBefore) return;
    this.logger.log(`too old and removed: nodes ${listed(aged.nodes)}; edges ${listed(aged.edges)}`);
  }

  /** What one part leaves behind when the process stops, or fails, the next look takes. */
  private async forget(records: OldRecords, now: Date, signal: AbortSignal): Promise<void> {
    const { what, days } = records;
    if (days === 0) return;
    const before = new Date(now.getTime() - days * dayMs);
    let count = 0;
    try {
      while (!signal.aborted) {
        const some = await records.deleteSome(before);
        if (some === 0) break;
        count += some;
      }
    } finally {
      if (count > 0) this.logger.log(`too old and removed: ${count} ${what}`);
    }
  }
}

function listed(counts: CountsByKind): string {
  const entries = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`);
  return entries.join(', ') || 'none';
}

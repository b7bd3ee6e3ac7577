import { Injectable, Logger } from '@nestjs/common';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { AuditService } from '../../auth/audit/audit.service.js';
import { Settings } from '../../base/config/settings.js';
import { errorMessage } from '../../base/error-message.js';
import { DatabaseClock } from '../../database/sql/database-clock.js';
import { GraphExpiry } from '../../graph/writer/removal/graph-expiry.js';
import type { CountsByKind } from '../../graph/writer/removal/nodes-to-remove.js';
import { BackgroundWork, type ExpiringRows, Periodic } from '../../queue/background-work.js';
import { RetentionTurnRepository } from './retention-turn.repository.js';

const dayMs = 86_400_000;

/** Deletes expired nodes and edges (RETENTION_SESSIONS, RETENTION_DATA). */
@Injectable()
export class GraphRetention {
  constructor(
    private readonly expiry: GraphExpiry,
    private readonly runs: AnalysisRuns,
    private readonly audit: AuditService,
  ) {}

  /** Requests an analysis if the graph has changed. @returns a text for the log; null if nothing has expired */
  async expire(now: Date): Promise<string | null> {
    const expired = await this.expiry.removeExpired(now, async (tx, { nodes, edges, versionAfter }) => {
      await this.runs.request('retention', tx);
      const details = { nodes_by_kind: nodes, edges_by_kind: edges, version_after: versionAfter };
      await this.audit.record({ action: 'graph.expire', resource: 'graph', details }, { on: tx });
    });
    if (!expired || Object.keys({ ...expired.nodes, ...expired.edges }).length === 0) return null;
    return `nodes ${listed(expired.nodes)}; edges ${listed(expired.edges)}`;
  }
}

/** Deletes expired data: first from the graph, then the rows that repositories register with `DeletesExpired`. */
@Injectable()
export class Retention {
  private readonly logger = new Logger('Retention');

  constructor(
    private readonly graph: GraphRetention,
    private readonly background: BackgroundWork,
    private readonly turn: RetentionTurnRepository,
    private readonly settings: Settings,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Checks every minute whether the hourly deletion is due. A failed deletion does not prevent the others; it is repeated at
   * the next check.
   */
  @Periodic({ name: 'retention', everySeconds: 60 })
  async run(signal: AbortSignal): Promise<void> {
    const now = await this.clock.now();
    if (!(await this.turn.recordCheck(now))) return;
    let isComplete = await this.attempt('nodes and edges', () => this.expireGraph(now));
    for (const rows of this.background.expiring) {
      if (!(await this.attempt(rows.name, () => this.deleteExpired(rows, now, signal)))) isComplete = false;
    }
    if (isComplete && !signal.aborted) await this.turn.done(now);
  }

  /** Logs a failure. @returns false after a failure */
  private async attempt(name: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.logger.error(`expired ${name} are not removed: ${errorMessage(error)}`);
      return false;
    }
  }

  private async expireGraph(now: Date): Promise<void> {
    const expired = await this.graph.expire(now);
    if (expired !== null) this.log(expired);
  }

  /** If the process stops or a batch fails, the next run deletes the rest. */
  private async deleteExpired(rows: ExpiringRows, now: Date, signal: AbortSignal): Promise<void> {
    const days = rows.days(this.settings);
    if (days === 0) return;
    const before = new Date(now.getTime() - days * dayMs);
    let count = 0;
    try {
      while (!signal.aborted) {
        const deleted = await rows.deleteSome(before);
        if (deleted === 0) break;
        count += deleted;
      }
    } finally {
      if (count > 0) this.log(`${count} ${rows.name}`);
    }
  }

  private log(expired: string): void {
    this.logger.log(`too old and removed: ${expired}`);
  }
}

function listed(counts: CountsByKind): string {
  const entries = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`);
  return entries.join(', ') || 'none';
}

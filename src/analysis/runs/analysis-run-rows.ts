import type { AnalysisRun, AnalysisRunStatus, AnalysisSummary } from './analysis-run.js';

/** What {@link toAnalysisRun} reads. */
export const runColumns =
  'id, status, requested_at, requested_by, started_at, finished_at, stage, failures, begun, summary, reason';

export interface AnalysisRunRow {
  readonly id: string;
  readonly status: AnalysisRunStatus;
  readonly requested_at: Date;
  readonly requested_by: string;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly stage: number;
  readonly failures: number;
  readonly begun: number;
  readonly summary: AnalysisSummary | null;
  readonly reason: string | null;
}

export function toAnalysisRun(row: AnalysisRunRow): AnalysisRun {
  const { id, status, stage, failures, begun, summary, reason } = row;
  return {
    id,
    status,
    requestedAt: row.requested_at,
    requestedBy: row.requested_by,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    stage,
    failures,
    begun,
    summary,
    reason,
  };
}

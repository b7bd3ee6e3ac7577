import type { AnalysisReport } from './analysis-report.js';

export const analysisRunStatuses = ['waiting', 'running', 'complete', 'failed'] as const;
export type AnalysisRunStatus = (typeof analysisRunStatuses)[number];

/** One run of the analysis, from its first request to its end. */
export interface AnalysisRun {
  /** Also the `run_id` of the rows of data quality that it writes. */
  readonly id: string;
  readonly status: AnalysisRunStatus;
  readonly requestedAt: Date;
  /** Source of the first request. */
  readonly requestedBy: string;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** Number of complete stages. */
  readonly stage: number;
  /** Number of failures. */
  readonly failures: number;
  /** Number of attempts, without those that ended because the process was stopped. */
  readonly begun: number;
  /** Null unless it is complete. */
  readonly summary: AnalysisSummary | null;
  /** Reason of the last failure. */
  readonly reason: string | null;
}

export type AnalysisSummary = Omit<AnalysisReport, 'runId'>;

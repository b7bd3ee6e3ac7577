import type { AnalysisReport } from '../analysis-report.js';

export const analysisRunStatuses = ['waiting', 'running', 'complete', 'failed'] as const;
export type AnalysisRunStatus = (typeof analysisRunStatuses)[number];

/** One run of the analysis, from the first who asks for it to its end. */
export interface AnalysisRun {
  /** Also the `run_id` of the rows of data quality that it writes. */
  readonly id: string;
  readonly status: AnalysisRunStatus;
  readonly requestedAt: Date;
  /** Who asked first. */
  readonly requestedBy: string;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** How many of its stages are behind it. */
  readonly stage: number;
  /** How often it has failed so far. */
  readonly failures: number;
  /** How often it was begun, but for the times when its process stopped in good order. */
  readonly begun: number;
  /** Of a complete one. */
  readonly summary: AnalysisSummary | null;
  /** Why it failed, at last or the last time. */
  readonly reason: string | null;
}

export type AnalysisSummary = Omit<AnalysisReport, 'runId'>;

import type { DataQualityRows } from './data-quality/data-quality-rows.js';
import type { DerivedKindChange } from './stored-derivation.js';

/** An earlier run. The same graph by the same rules leads to the same result. */
export interface KnownAnalysis {
  readonly runId: string;
  /** The version of the graph that the run has seen whole and that it made. */
  readonly version: number;
  /** Digest of the rules that the run followed. */
  readonly rules: string;
}

export interface AnalysisOptions {
  /** A UUID; a new one by default. */
  readonly runId?: string;
  /** The time of the run in its statistics; now by default. */
  readonly now?: Date;
  /** If the graph is as this run left it, nothing is derived, and the counts of this run are copied. */
  readonly known?: KnownAnalysis | null;
  /** Called with the number of each of the {@link analysisStages} that is done, from 1. */
  readonly onStage?: (stage: number) => Promise<void>;
  /** Ends the run. */
  readonly signal?: AbortSignal;
}

/** The result of one run of the analysis. */
export interface AnalysisReport {
  readonly runId: string;
  /** Version of the graph after the run. */
  readonly version: number;
  /** The same, if nobody else wrote during the run; else null, because the next run may find more. */
  readonly repeatableVersion: number | null;
  /** Digest of the rules that the run followed. */
  readonly rules: string;
  /** True if the graph was as an earlier run had left it, so that there was nothing to derive. */
  readonly unchanged: boolean;
  /** Derived edges that came and went, by kind; kinds without a change are left out. */
  readonly edges: readonly DerivedKindChange[];
  /** Number of members of tier zero. */
  readonly tierZero: number;
  /** Rows of data quality that were written. */
  readonly dataQuality: DataQualityRows;
}

/** In order, as users read them. */
export const analysisStages = ['nodes', 'memberships', 'rights', 'tier zero', 'data quality'] as const;

import type { DataQualityRows } from '../data-quality/data-quality-rows.js';
import type { SkippedCount } from '../facts/skipped-objects.js';
import type { FailedSelector } from '../tier-zero/selector-queries.js';
import type { DerivedKindChange } from '../derivation/stored-derivation.js';

/** An earlier run. The same graph by the same rules leads to the same result. */
export interface KnownAnalysis {
  readonly runId: string;
  /** The version of the graph that the run has seen whole and that it made. */
  readonly version: number;
  /** Digest of the rules that the run followed. */
  readonly rules: string;
  readonly skipped: readonly SkippedCount[];
  /** Number of members of tier zero. */
  readonly tierZero: number;
  readonly notes?: readonly string[] | undefined;
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
  /** As {@link rulesVersion}; absent from the first versions of the product. */
  readonly rulesVersion?: number;
  /** True if the last run followed other rules of the product: what ends or begins with this run, does so by them. Absent: false. */
  readonly rulesChanged?: boolean;
  /** True if the graph was as an earlier run had left it, so that there was nothing to derive. */
  readonly unchanged: boolean;
  /** Derived edges that came and went, by kind; kinds without a change are left out. */
  readonly edges: readonly DerivedKindChange[];
  /** Objects that rules skipped because they lack a property. */
  readonly skipped: readonly SkippedCount[];
  /** Number of members of tier zero. */
  readonly tierZero: number;
  /** Selectors with a query that failed: the query finds what it found before. Absent: none. */
  readonly failedSelectors?: readonly FailedSelector[];
  /** What readers of the run must know. Absent: nothing. */
  readonly notes?: readonly string[];
  /** Rows of data quality that were written. */
  readonly dataQuality: DataQualityRows;
}

/** The part of a report that is stored with the run. */
export type AnalysisSummary = Omit<AnalysisReport, 'runId'>;

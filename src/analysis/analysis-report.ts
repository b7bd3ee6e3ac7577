import type { DataQualityRows } from './data-quality/data-quality-rows.js';
import type { DerivedKindChange } from './stored-derivation.js';

/** What one run of the analysis did. */
export interface AnalysisReport {
  readonly runId: string;
  /** Version of the graph after the run. */
  readonly version: number;
  /** The same if the run has seen this version whole; null if others wrote meanwhile, so that the next run may find more. */
  readonly wholeVersion: number | null;
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

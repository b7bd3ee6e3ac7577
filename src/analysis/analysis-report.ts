import type { DataQualityRows } from './data-quality/count-data-quality.js';
import type { DerivedKindChange } from './derived-edges.js';

/** What one run of the analysis did. */
export interface AnalysisReport {
  readonly runId: string;
  /** Version of the graph that it left behind. */
  readonly version: number;
  /** The same where it has seen this version whole; null where others wrote meanwhile, so that a run after it may find more. */
  readonly wholeVersion: number | null;
  /** Digest of the rules that it followed. */
  readonly rules: string;
  /** True where the graph was as an earlier run had left it, so that there was nothing to derive. */
  readonly unchanged: boolean;
  /** Derived edges that came and went, by kind; kinds without a change are left out. */
  readonly edges: readonly DerivedKindChange[];
  /** Members of tier zero that were selected. */
  readonly tierZero: number;
  /** Rows of data quality that were written. */
  readonly dataQuality: DataQualityRows;
}

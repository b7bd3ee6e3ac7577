import type { DataQualityRows } from './data-quality/count-data-quality.js';
import type { DerivedKindChange } from './derived-edges.js';

/** What one run of the analysis did. */
export interface AnalysisReport {
  readonly runId: string;
  /** Version of the graph that it left behind. */
  readonly version: number;
  /** Derived edges that came and went, by kind; kinds without a change are left out. */
  readonly edges: readonly DerivedKindChange[];
  /** Members of tier zero that were selected. */
  readonly tierZero: number;
  /** Rows of data quality that were written. */
  readonly dataQuality: DataQualityRows;
}

import type { AnalysisReport } from '../../analysis/analysis-report.js';
import type { EnvironmentCounts } from '../../analysis/data-quality/data-quality-run.repository.js';
import type { IngestReport } from '../../ingest/ingest-report.js';

/** All that one `ingest` did; what `--json` prints. */
export interface IngestOutcome extends IngestReport {
  /** Days that what no collection sees again is kept (RETENTION_DATA, RETENTION_SESSIONS); 0 for good. */
  readonly keptDays: { readonly data: number; readonly sessions: number };
  /** Null if no file could be read, so that there was nothing to analyse. */
  readonly analysis: (AnalysisReport & { readonly environments: readonly EnvironmentCounts[] }) | null;
}

import type { IngestProgress } from '../ingest-progress.js';
import type { IngestReport } from '../ingest-report.js';
import type { ReadLimits } from '../reading/read-limits.js';

/** One file on disk, and what reports call it. */
export interface ReadingTask {
  readonly path: string;
  readonly name: string;
  readonly limits: ReadLimits;
}

/** What a thread that reads files is told at first; then {@link ReadingTask}s, one at a time. */
export interface ReadingThreadData {
  readonly url: string;
  /** What PostgreSQL lists its connections as. */
  readonly name: string;
}

/** What it tells: some times a second how far it is, and the end. */
export type ReadingMessage =
  | { readonly kind: 'progress'; readonly progress: IngestProgress }
  | { readonly kind: 'read'; readonly report: IngestReport }
  | { readonly kind: 'failed'; readonly reason: string; readonly databaseAway: boolean };

/** The reading of a file ended without a report, for reasons that are not the file's. */
export class ReadingError extends Error {
  constructor(
    reason: string,
    /** It would go well once the database is back. */
    readonly databaseAway = false,
  ) {
    super(reason);
    this.name = 'ReadingError';
  }
}

import { errorMessage } from '../../base/error-message.js';
import { isConnectionLoss } from '../../database/driver-errors.js';
import type { IngestProgress, ProgressListener } from '../ingest-progress.js';
import type { IngestReport } from '../ingest-report.js';
import type { IngestSender, IngestService } from '../ingest.service.js';
import { openFileSource } from '../reading/nameless-file.js';
import { fileSource } from '../reading/payload-source.js';
import type { ReadLimits } from '../reading/read-limits.js';

/** A file on disk, and its name in reports. */
export interface ReadingTask {
  /** A path, or the descriptor of an open file. */
  readonly file: string | number;
  readonly name: string;
  readonly sender: IngestSender;
}

export interface ReadingOptions {
  /** Ends the reading. */
  readonly signal: AbortSignal;
  /** Called at most a few times a second. */
  readonly onProgress: ProgressListener;
}

/** The data of a new reading thread. */
export interface ReadingThreadData {
  readonly url: string;
  /** `application_name` of its connections. */
  readonly name: string;
  readonly limits: ReadLimits;
}

export type ReadingResult =
  { readonly report: IngestReport } | { readonly reason: string; readonly databaseUnavailable: boolean };

/** Reading ended without a report, by an error that is not a fault of the file. */
export class ReadingError extends Error {
  constructor(
    reason: string,
    /** Whether reading would succeed when the database is back. */
    readonly databaseUnavailable = false,
  ) {
    super(reason);
    this.name = 'ReadingError';
  }
}

const REPORT_EVERY_MS = 500;

/** Reads one file into the graph. Never rejects. */
export async function readFile(
  service: IngestService,
  { file, name, sender }: ReadingTask,
  onProgress: ProgressListener,
): Promise<ReadingResult> {
  try {
    const source = typeof file === 'number' ? openFileSource(name, file) : { ...(await fileSource(file)), name };
    return { report: await service.ingest([source], { sender, onProgress: throttled(onProgress) }) };
  } catch (error) {
    return { reason: errorMessage(error), databaseUnavailable: isConnectionLoss(error) };
  }
}

/** @throws ReadingError if there is no report */
export function reportOf(result: ReadingResult): IngestReport {
  if ('report' in result) return result.report;
  throw new ReadingError(result.reason, result.databaseUnavailable);
}

/** Passes on the first value, then one per interval, and always the last. */
function throttled(listener: ProgressListener): ProgressListener {
  let next = 0;
  return (progress: IngestProgress) => {
    const now = performance.now();
    if (now < next && progress.bytes < progress.totalBytes) return;
    next = now + REPORT_EVERY_MS;
    listener(progress);
  };
}

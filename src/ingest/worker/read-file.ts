import { errorMessage } from '../../base/error-message.js';
import { isConnectionLoss } from '../../database/driver-errors.js';
import type { ProgressListener } from '../ingest-progress.js';
import type { IngestReport } from '../ingest-report.js';
import type { IngestSender, IngestService } from '../ingest.service.js';
import { openFileSource } from '../reading/nameless-file.js';

/** An open file, and its name in reports. */
export interface ReadingTask {
  /** Its descriptor, which all threads share. */
  readonly file: number;
  readonly name: string;
  readonly sender: IngestSender;
}

/** Reading ended without a report, by an error that is not a fault of the file. */
export class ReadingError extends Error {
  constructor(
    message: string,
    /** Whether reading would succeed when the database is back. */
    readonly databaseUnavailable = false,
  ) {
    super(message);
    this.name = 'ReadingError';
  }
}

/** The result of {@link readFile} as plain data. */
export type ReadingResult = IngestReport | Pick<ReadingError, 'message' | 'databaseUnavailable'>;

const REPORT_EVERY_MS = 500;

/** Reads one file into the graph. Never rejects. @param onProgress is called at most a few times a second */
export async function readFile(
  service: IngestService,
  { file, name, sender }: ReadingTask,
  onProgress: ProgressListener,
): Promise<ReadingResult> {
  try {
    return await service.ingest([openFileSource(name, file)], { sender, onProgress: throttled(onProgress) });
  } catch (error) {
    return { message: errorMessage(error), databaseUnavailable: isConnectionLoss(error) };
  }
}

/** Passes on the first value, then one per interval, and always the last. */
function throttled(listener: ProgressListener): ProgressListener {
  let next = 0;
  return (progress) => {
    const now = performance.now();
    if (now < next && progress.bytes < progress.totalBytes) return;
    next = now + REPORT_EVERY_MS;
    listener(progress);
  };
}

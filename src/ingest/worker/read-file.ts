import type { IngestProgress, ProgressListener } from '../ingest-progress.js';
import type { IngestReport } from '../ingest-report.js';
import type { IngestService } from '../ingest.service.js';
import { fileSource } from '../reading/payload-source.js';
import type { ReadingTask } from './reading.js';

const TELL_EVERY_MS = 500;

/** Reads one file into the graph. @throws what {@link IngestService.ingest} does, and the error of the file system where the file is gone. */
export async function readFile(
  service: IngestService,
  { path, name, limits }: ReadingTask,
  onProgress: ProgressListener,
): Promise<IngestReport> {
  const source = { ...(await fileSource(path)), name };
  return service.ingest([source], { limits, onProgress: nowAndThen(onProgress) });
}

/** Passes on the first of what comes, then one in a while, and always the last. */
function nowAndThen(listener: ProgressListener): ProgressListener {
  let next = 0;
  return (progress: IngestProgress) => {
    const now = performance.now();
    if (now < next && progress.bytes < progress.totalBytes) return;
    next = now + TELL_EVERY_MS;
    listener(progress);
  };
}

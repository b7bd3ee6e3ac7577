import { workerData } from 'node:worker_threads';
import { SystemClock } from '../../base/clock.js';
import { errorMessage } from '../../base/error-message.js';
import { serveTasks } from '../../base/threads/task-thread.js';
import { isConnectionLoss } from '../../database/driver-errors.js';
import { connect } from '../../database/servers/connect.js';
import { KindNames } from '../../graph/store/kind-names.js';
import { GraphWriter } from '../../graph/writer/graph-writer.js';
import type { ProgressListener } from '../ingest-progress.js';
import { IngestService } from '../ingest.service.js';
import { openFileSource } from '../reading/nameless-file.js';
import type { ReadingResult, ReadingTask, ReadingThreadData } from './reading-thread.js';

/** One writes a batch, and one looks up records of the next ones. */
const CONNECTIONS = 2;

const REPORT_EVERY_MS = 500;

/** Reads files for a {@link ReadingThread}, over connections of its own. */
const { url, name: application, limits }: ReadingThreadData = workerData;
const { database } = connect(url, { name: application, connections: CONNECTIONS });
const service = new IngestService(new GraphWriter(database, new KindNames(database), new SystemClock()), limits);

serveTasks({
  async run({ file, name, sender }: ReadingTask, listener: ProgressListener): Promise<ReadingResult> {
    try {
      return await service.ingest([openFileSource(name, file)], { sender, onProgress: throttled(listener) });
    } catch (error) {
      return { message: errorMessage(error), databaseUnavailable: isConnectionLoss(error) };
    }
  },
});

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

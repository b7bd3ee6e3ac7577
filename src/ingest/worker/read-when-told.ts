import { parentPort, workerData } from 'node:worker_threads';
import { SystemClock } from '../../base/clock.js';
import { connect } from '../../database/connect.js';
import { isConnectionLoss } from '../../database/driver-errors.js';
import { errorMessage } from '../../base/error-message.js';
import { GraphLoader } from '../../graph/loader/graph-loader.js';
import { IngestService } from '../ingest.service.js';
import { readFile } from './read-file.js';
import type { ReadingMessage, ReadingTask, ReadingThreadData } from './reading.js';

/** While a part of a payload is merged over one, and the last part of it waits over another, the next payload is read over the third. */
const CONNECTIONS = 3;

/** Where this process is killed, its transaction ends although a statement runs: it may hold the write lock of the graph. */
const CHECK_CONNECTION = "SELECT set_config('client_connection_check_interval', '2s', false)";

/** Reads one file after another, over connections of its own, as {@link ReadingThread} tells it to. */
const { url, name }: ReadingThreadData = workerData;
const { database } = connect(url, { name, connections: CONNECTIONS, atFirst: CHECK_CONNECTION });
const service = new IngestService(new GraphLoader(database, new SystemClock()));

function tell(message: ReadingMessage): void {
  parentPort?.postMessage(message, []);
}

async function read(task: ReadingTask): Promise<void> {
  try {
    const report = await readFile(service, task, (progress) => tell({ kind: 'progress', progress }));
    tell({ kind: 'read', report });
  } catch (error) {
    tell({ kind: 'failed', reason: errorMessage(error), databaseAway: isConnectionLoss(error) });
  }
}

parentPort?.on('message', (task: ReadingTask) => void read(task));

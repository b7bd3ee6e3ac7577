import { parentPort, workerData } from 'node:worker_threads';
import { SystemClock } from '../../base/clock.js';
import { connect } from '../../database/connect.js';
import { isConnectionLoss } from '../../database/driver-errors.js';
import { errorMessage } from '../../base/error-message.js';
import { KindNames } from '../../graph/kinds/kind-names.js';
import { GraphWriter } from '../../graph/writer/graph-writer.js';
import { IngestService } from '../ingest.service.js';
import { readFile, type ReadingMessage, type ReadingTask, type ReadingThreadData } from './read-file.js';

/** One writes a batch, and one looks up records of the next. */
const CONNECTIONS = 2;

/** Ends a running statement if this process is killed, because its transaction may hold the write lock of the graph. */
const CHECK_CONNECTION = "SELECT set_config('client_connection_check_interval', '2s', false)";

/** Reads one file after another for a {@link ReadingThread}, over connections of its own. */
const { url, name }: ReadingThreadData = workerData;
const { database } = connect(url, { name, connections: CONNECTIONS, atFirst: CHECK_CONNECTION });
const service = new IngestService(new GraphWriter(database, new KindNames(database), new SystemClock()));

function send(message: ReadingMessage): void {
  parentPort?.postMessage(message, []);
}

async function read(task: ReadingTask): Promise<void> {
  try {
    const report = await readFile(service, task, (progress) => send({ kind: 'progress', progress }));
    send({ kind: 'read', report });
  } catch (error) {
    send({ kind: 'failed', reason: errorMessage(error), databaseUnavailable: isConnectionLoss(error) });
  }
}

parentPort?.on('message', (task: ReadingTask) => void read(task));

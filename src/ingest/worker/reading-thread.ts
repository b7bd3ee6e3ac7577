import { parentPort, workerData } from 'node:worker_threads';
import { SystemClock } from '../../common/clock.js';
import { connect } from '../../database/connect.js';
import { isConnectionLoss } from '../../database/driver-errors.js';
import { errorMessage } from '../../database/thrown.js';
import { GraphLoader } from '../../graph/loader/graph-loader.js';
import { IngestService } from '../ingest.service.js';
import { readFile } from './read-file.js';
import type { ReadingMessage, ReadingThreadData } from './reading.js';

/** The program of the thread that {@link FileReader} starts: reads one file over a connection of its own. */
const { url, task }: ReadingThreadData = workerData;
const connection = connect(url, 'graphward-ingest');
const { database } = connection;

function tell(message: ReadingMessage): void {
  parentPort?.postMessage(message, []);
}

/** Where this process is killed, its transaction ends although a statement runs: it may hold the write lock of the graph. */
const CHECK_CONNECTION = "SELECT set_config('client_connection_check_interval', '2s', false)";

try {
  const [row] = await database.query<{ backend: number }>('SELECT pg_backend_pid() AS backend');
  if (row) tell({ kind: 'connected', backend: row.backend });
  // Not every system that PostgreSQL runs on can do this.
  await database.query(CHECK_CONNECTION).catch(() => {});
  const service = new IngestService(new GraphLoader(database, new SystemClock()));
  const report = await readFile(service, task, (progress) => tell({ kind: 'progress', progress }));
  tell({ kind: 'read', report });
} catch (error) {
  tell({ kind: 'failed', reason: errorMessage(error), databaseAway: isConnectionLoss(error) });
} finally {
  await connection.close();
}

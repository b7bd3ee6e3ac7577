import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../../base/thread-priority.js';
import { connect } from '../../database/connect.js';
import { analyseGraph } from '../analyse-graph.js';
import type { AnalysisMessage, AnalysisThreadData } from './analysis-thread.js';

/** Ends a running statement if the thread ends, because its transaction may hold the write lock of the graph. */
const CHECK_CONNECTION = "SELECT set_config('client_connection_check_interval', '2s', false)";

/** The program of the thread that {@link analyseInThread} starts. */
lowerThreadPriority();
const { url, task }: AnalysisThreadData = workerData;
const connection = connect(url, { name: 'graphward-analysis', atFirst: CHECK_CONNECTION });

function send(message: AnalysisMessage): void {
  parentPort?.postMessage(message, []);
}

try {
  send({ analysed: await analyseGraph(connection.database, task, (stage) => send({ stage })) });
} finally {
  await connection.close();
}

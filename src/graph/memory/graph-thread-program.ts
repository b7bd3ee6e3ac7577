import { parentPort, workerData } from 'node:worker_threads';
import { errorMessage } from '../../base/error-message.js';
import { connect } from '../../database/connect.js';
import { GraphTooLargeError } from './graph-budget.js';
import { type GraphTask, runGraphTask } from './graph-task.js';
import type { GraphAnswer } from './graph-thread.js';

/** The program of {@link GraphThread}: runs one task after the other over a connection of its own. */
const { database } = connect(String(workerData), { name: 'graphward-graph' });

parentPort?.on('message', (task: GraphTask) => {
  runGraphTask(database, task).then(
    (graph) => answer({ graph }),
    (error: unknown) =>
      answer({ error: errorMessage(error), ...(error instanceof GraphTooLargeError && { bytes: error.bytes }) }),
  );
});

function answer(message: GraphAnswer): void {
  parentPort?.postMessage(message, []);
}

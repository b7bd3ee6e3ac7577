import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '../../database/connect.js';
import { type SnapshotWorkerData, snapshotTasks } from './snapshot-task.js';

/** The program of the thread that {@link SnapshotSource} starts: reads over a connection of its own and hands the arrays over uncopied. */
const { url, task }: SnapshotWorkerData = workerData;
const connection = connect(url);
try {
  const result = await snapshotTasks[task](connection.database);
  parentPort?.postMessage(result, buffersOf(result));
} finally {
  await connection.close();
}

function buffersOf(value: unknown): ArrayBuffer[] {
  if (value instanceof Int32Array) return value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(buffersOf) : [];
}

import { parentPort, workerData } from 'node:worker_threads';
import { errorMessage } from '../../base/error-message.js';
import { MemoryGraph } from '../memory/memory-graph.js';
import type { QueryRequest, QueryResponse } from './query-thread.js';
import { answer } from './questions.js';

/** The program of {@link QueryThread}: answers one question after the other. */
const stopped = new Int32Array(workerData as SharedArrayBuffer);
let graph: MemoryGraph | undefined;

parentPort?.on('message', ({ id, data, name, args }: QueryRequest) => {
  const check = () => {
    if (Atomics.load(stopped, 0) === id) throw new Error('stopped');
  };
  try {
    if (data) graph = new MemoryGraph(data);
    if (!graph) throw new Error('the first question brings no graph');
    respond({ result: answer(name, graph, args, { check }) });
  } catch (error) {
    respond({ error: errorMessage(error) });
  }
});

function respond(response: QueryResponse): void {
  parentPort?.postMessage(response, []);
}

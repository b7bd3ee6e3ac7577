import { workerData } from 'node:worker_threads';
import { serveTasks } from '../../base/task-thread.js';
import { MemoryGraph } from '../memory/memory-graph.js';
import { packed } from './packed-rows.js';
import type { QueryRequest, TimedAnswer } from './query-thread.js';
import { answer } from './questions.js';

/** The program of {@link QueryThread}. */
const stopped = new Int32Array(workerData as SharedArrayBuffer);
let graph: MemoryGraph | undefined;

serveTasks({
  run({ id, data, name, args }: QueryRequest): TimedAnswer {
    const began = performance.now();
    const check = () => {
      if (Atomics.load(stopped, 0) === id) throw new Error('stopped');
    };
    if (data) graph = new MemoryGraph(data);
    if (!graph) throw new Error('the first question brings no graph');
    const packedAnswer = packed(answer(name, graph, args, { check }));
    return { answer: packedAnswer, ms: performance.now() - began };
  },
});

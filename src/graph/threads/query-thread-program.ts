import { workerData } from 'node:worker_threads';
import { serveTasks } from '../../base/threads/task-thread.js';
import { MemoryGraph } from '../memory/memory-graph.js';
import { buffersIn, packed } from './packed-rows.js';
import type { QueryRequest, Supply, TimedAnswer } from './query-thread.js';
import { begin, type Dialogue, isDialogue } from './questions.js';

/** The program of {@link QueryThread}. */
const shared: SharedArrayBuffer = workerData;
const stopped = new Int32Array(shared);
let graph: MemoryGraph | undefined;

let dialogue: Dialogue<unknown, object> | undefined;

function start({ id, data, name, args }: QueryRequest): IteratorResult<unknown, object> {
  const check = () => {
    if (Atomics.load(stopped, 0) === id) throw new Error('stopped');
  };
  if (data) graph = new MemoryGraph(data);
  if (!graph) throw new Error('the first question brings no graph');
  const begun: object = begin(name, graph, args, { check });
  dialogue = isDialogue(begun) ? begun : undefined;
  return dialogue ? dialogue.next() : { done: true, value: begun };
}

function goOn({ supplies }: Supply): IteratorResult<unknown, object> {
  if (!dialogue) throw new Error('no question needs anything');
  return dialogue.next(supplies);
}

serveTasks({
  run(request: QueryRequest | Supply): TimedAnswer {
    const began = performance.now();
    const step = 'supplies' in request ? goOn(request) : start(request);
    const ms = performance.now() - began;
    return step.done ? { answer: packed(step.value), ms } : { needs: step.value, ms };
  },
  buffersOf: (result: TimedAnswer) => ('answer' in result ? buffersIn(result.answer) : []),
});

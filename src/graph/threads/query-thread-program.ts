import { workerData } from 'node:worker_threads';
import { serveTasks } from '../../base/threads/task-thread.js';
import { MemoryGraph } from '../memory/memory-graph.js';
import { buffersIn, packed } from './packed-rows.js';
import type { QueryRequest, Supply, TimedAnswer } from './query-thread.js';
import { loadSolver } from '../questions/plan/linear-program.js';
import { begin, type Dialogue, isDialogue } from './questions.js';

/** The program of {@link QueryThread}. */
const shared: SharedArrayBuffer = workerData;
const stopped = new Int32Array(shared);
const graphs = new Map<string, MemoryGraph>();

let dialogue: Dialogue<unknown, object, object> | undefined;

function start({ id, visibleTo, data, isOnly, name, args }: QueryRequest): IteratorResult<unknown, object> {
  const check = () => {
    if (Atomics.load(stopped, 0) === id) throw new Error('stopped');
  };
  if (isOnly) graphs.clear();
  if (data) graphs.set(visibleTo, new MemoryGraph(data));
  const graph = graphs.get(visibleTo);
  if (!graph) throw new Error('the first question brings no graph');
  const begun: object = begin(name, graph, args, { check });
  dialogue = isDialogue(begun) ? begun : undefined;
  return dialogue ? dialogue.next() : { done: true, value: begun };
}

function goOn({ supplies }: { readonly supplies: object }): IteratorResult<unknown, object> {
  if (!dialogue) throw new Error('no question needs anything');
  return dialogue.next(supplies);
}

function needsSolver(needs: unknown): boolean {
  return typeof needs === 'object' && needs !== null && 'solver' in needs;
}

serveTasks({
  async run(request: QueryRequest | Supply): Promise<TimedAnswer> {
    const began = performance.now();
    let step = 'supplies' in request ? goOn(request) : start(request);
    // It is too large for a message, and its memory is free when the question has ended.
    while (!step.done && needsSolver(step.value)) step = goOn({ supplies: { solver: await loadSolver() } });
    if (step.done) dialogue = undefined;
    const ms = performance.now() - began;
    return step.done ? { answer: packed(step.value), ms } : { needs: step.value, ms };
  },
  buffersOf: (result: TimedAnswer) => ('answer' in result ? buffersIn(result.answer) : []),
});

import { Worker } from 'node:worker_threads';
import type { GraphData } from '../memory/graph-data.js';
import type { AnswerTo, Arguments, QuestionName } from './questions.js';

export interface QueryRequest {
  readonly id: number;
  /** The graph to ask; absent if it is the one of the last question. */
  readonly data?: GraphData;
  readonly name: QuestionName;
  readonly args: never;
}

export type QueryResponse = { readonly result: object } | { readonly error: string };

export const queryProgram = new URL('./query-thread-program.js', import.meta.url);

/** A thread that answers questions about a graph in shared memory, one at a time. */
export class QueryThread {
  /** The id of a question that is to be stopped. */
  private readonly stopped = new Int32Array(new SharedArrayBuffer(4));
  private readonly worker = new Worker(queryProgram, { workerData: this.stopped.buffer });
  private graph: GraphData | undefined;
  private lastId = 0;
  private isRunning = true;

  constructor() {
    // A process that has nothing else to do may end.
    this.worker.unref();
    this.worker.on('error', () => {}).on('exit', () => (this.isRunning = false));
  }

  /** False after its program failed, which is a defect. */
  get isAlive(): boolean {
    return this.isRunning;
  }

  ask<N extends QuestionName>(graph: GraphData, name: N, args: Arguments<N>): Promise<AnswerTo<N>>;
  ask(graph: GraphData, name: QuestionName, args: never): Promise<object> {
    const id = ++this.lastId;
    const isNew = this.graph !== graph;
    this.graph = graph;
    return new Promise((resolve, reject) => {
      const onExit = () => reject(new Error('the thread that answers questions was ended'));
      this.worker.once('exit', onExit);
      this.worker.once('message', (response: QueryResponse) => {
        this.worker.off('exit', onExit);
        if ('result' in response) resolve(response.result);
        else reject(new Error(response.error));
      });
      this.worker.postMessage({ id, name, args, ...(isNew && { data: graph }) } satisfies QueryRequest, []);
    });
  }

  /** Stops the question that is being answered. */
  stop(): void {
    Atomics.store(this.stopped, 0, this.lastId);
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }
}

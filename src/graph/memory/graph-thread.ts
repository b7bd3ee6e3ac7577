import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Database } from '../../database/database.js';
import { GraphTooLargeError } from './graph-budget.js';
import type { GraphData } from './graph-data.js';
import { type GraphTask, runGraphTask } from './graph-task.js';

export type GraphAnswer =
  | { readonly graph: GraphData | null }
  /** `bytes`: needed for a graph that is too large. */
  | { readonly error: string; readonly bytes?: number };

const program = new URL('./graph-thread-program.js', import.meta.url);

/**
 * A thread that reads the graph, one task at a time, so that requests are answered meanwhile. Tests run the sources without a build; there the
 * work is done in place, because a thread needs compiled JavaScript.
 */
export class GraphThread {
  private worker: Worker | undefined;

  constructor(private readonly database: Database) {}

  async run(task: GraphTask): Promise<GraphData | null> {
    const { url } = this.database;
    if (!url || !existsSync(fileURLToPath(program))) return runGraphTask(this.database, task);
    const worker = (this.worker ??= startWorker(url));
    const answer = await new Promise<GraphAnswer>((resolve, reject) => {
      const onExit = () => reject(new Error('the thread that reads the graph was ended'));
      worker.once('error', reject).once('exit', onExit);
      worker.once('message', (message: GraphAnswer) => {
        worker.off('error', reject).off('exit', onExit);
        resolve(message);
      });
      worker.postMessage(task, []);
    }).catch((error: unknown) => {
      this.worker = undefined;
      throw error;
    });
    if ('graph' in answer) return answer.graph;
    throw answer.bytes === undefined ? new Error(answer.error) : new GraphTooLargeError(answer.bytes);
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
    this.worker = undefined;
  }
}

function startWorker(url: string): Worker {
  const worker = new Worker(program, { workerData: url });
  // A process that has nothing else to do may end.
  worker.unref();
  return worker;
}

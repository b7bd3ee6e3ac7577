import { isBuilt, TaskThread } from '../../base/threads/task-thread.js';
import type { Database } from '../../database/database.js';
import { GraphTooLargeError } from './graph-budget.js';
import type { GraphData } from './graph-data.js';
import { type GraphTask, runGraphTask } from './graph-task.js';

/** `bytes`: needed for a version that is too large. */
export type GraphAnswer = { readonly graph: GraphData | null } | { readonly bytes: number; readonly version: number };

/** A task and the URL of the database to read. */
export interface LocatedTask {
  readonly task: GraphTask;
  readonly url: string;
}

const program = new URL('./graph-thread-program.js', import.meta.url);

/** A thread that reads the graph, so that requests are answered meanwhile. Without a build the graph is read in place. */
export class GraphThread {
  private readonly thread: TaskThread<LocatedTask, GraphAnswer> | undefined;

  constructor(private readonly database: Database) {
    const { url } = database;
    if (url && isBuilt(program)) this.thread = new TaskThread(program);
  }

  /**
   * @param signal ends the thread
   * @throws GraphTooLargeError if the whole graph is larger than the task allows
   */
  async run(task: GraphTask, database = this.database, signal?: AbortSignal): Promise<GraphData | null> {
    if (!this.thread) return runGraphTask(database, task);
    const located = { task, url: database.url ?? '' };
    const answer = await this.thread.run(located, signal ? { signal } : {});
    if ('graph' in answer) return answer.graph;
    throw new GraphTooLargeError(answer.bytes, answer.version);
  }

  async end(): Promise<void> {
    await this.thread?.end();
  }
}

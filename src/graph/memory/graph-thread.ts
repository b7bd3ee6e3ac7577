import { TaskThread } from '../../base/threads/task-thread.js';
import type { Database } from '../../database/database.js';
import { GraphTooLargeError } from './graph-budget.js';
import type { GraphData } from './graph-data.js';
import type { GraphTask } from './graph-task.js';

/** `bytes`: needed for a version that is too large. */
export type GraphAnswer = { readonly graph: GraphData | null } | { readonly bytes: number; readonly version: number };

/** A task and the URL of the database to read. */
export interface LocatedTask {
  readonly task: GraphTask;
  readonly url: string;
}

const program = new URL('./graph-thread-program.js', import.meta.url);

/** A thread that reads the graph, so that requests are answered meanwhile. */
export class GraphThread {
  private readonly thread = new TaskThread<LocatedTask, GraphAnswer>(program);

  constructor(private readonly database: Pick<Database, 'url'>) {}

  /**
   * @param signal ends the thread
   * @throws GraphTooLargeError if the whole graph is larger than the task allows
   */
  async run(task: GraphTask, database = this.database, signal?: AbortSignal): Promise<GraphData | null> {
    const answer = await this.thread.run({ task, url: database.url }, signal ? { signal } : {});
    if ('graph' in answer) return answer.graph;
    throw new GraphTooLargeError(answer.bytes, answer.version);
  }

  end(): Promise<void> {
    return this.thread.end();
  }
}

import { errorMessage } from '../../base/error-message.js';
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

interface ReplicaToRead {
  readonly name: string;
  readonly database: Pick<Database, 'url'>;
  readonly lost: AbortSignal;
}

/** Replicas, as threads know them. */
interface ReplicasToRead {
  choose(patienceMs?: number): Promise<ReplicaToRead | undefined>;
}

const program = new URL('./graph-thread-program.js', import.meta.url);

/** A thread that reads the graph, so that requests are answered meanwhile. */
export class GraphThread {
  private readonly thread = new TaskThread<LocatedTask, GraphAnswer>(program);

  private isEnded = false;

  constructor(
    private readonly database: Pick<Database, 'url'>,
    private readonly replicas?: ReplicasToRead,
    private readonly logger?: { warn(text: string): void },
  ) {}

  /**
   * Reads from a replica that shows all that is committed by now, or else from the primary.
   * @throws GraphTooLargeError if the whole graph is larger than the task allows
   */
  async run(task: GraphTask, patienceMs?: number): Promise<GraphData | null> {
    const replica = await this.replicas?.choose(patienceMs);
    if (!replica) return this.runOn(this.database, task);
    try {
      return await this.runOn(replica.database, task, replica.lost);
    } catch (error) {
      if (error instanceof GraphTooLargeError || this.isEnded) throw error;
      this.logger?.warn(`the replica ${replica.name} did not return the graph: ${errorMessage(error)}`);
      return this.runOn(this.database, task);
    }
  }

  end(): Promise<void> {
    this.isEnded = true;
    return this.thread.end();
  }

  /** @param signal ends the thread */
  private async runOn(
    database: Pick<Database, 'url'>,
    task: GraphTask,
    signal?: AbortSignal,
  ): Promise<GraphData | null> {
    const answer = await this.thread.run({ task, url: database.url }, signal ? { signal } : {});
    if ('graph' in answer) return answer.graph;
    throw new GraphTooLargeError(answer.bytes, answer.version);
  }
}

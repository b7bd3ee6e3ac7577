import type { Transaction } from '../database/transaction.js';

/** What may wait in the queue, with what each is told. The names are stored, so that they outlive a version. */
export interface TaskPayloads {
  /** Read one file that was handed in. */
  readonly 'ingest-file': { readonly fileId: string };
  /** Run the analysis that waits. */
  readonly analysis: Record<string, never>;
  /** End what has been silent, drop what has grown old. */
  readonly sweep: Record<string, never>;
  /** Do what is to be done every few seconds. */
  readonly schedule: Record<string, never>;
}

export type TaskName = keyof TaskPayloads;

export interface TaskOptions {
  /** Of several tasks with the same key that have not begun, one is kept. */
  readonly key?: string;
  /** Not before this; at once where absent. */
  readonly runAt?: Date;
  /** Smaller is earlier; 0 where absent. */
  readonly priority?: number;
}

/** Work that outlives the process that asked for it. Whether this process also does it is for its role to say. */
export abstract class TaskQueue {
  /** Adds a task, in the transaction of `on` where one is given: then it exists exactly where what was written with it does. */
  abstract add<Name extends TaskName>(
    name: Name,
    payload: TaskPayloads[Name],
    options?: TaskOptions,
    on?: Transaction,
  ): Promise<void>;

  /** Counts the tasks in the queue by name, running tasks included. A name without tasks is absent. */
  abstract countByName(): Promise<Readonly<Record<string, number>>>;
}

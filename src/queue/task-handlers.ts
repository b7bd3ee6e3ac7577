import type { TaskName, TaskPayloads } from './task-queue.js';

/** What a handler is told besides the payload. */
export interface TaskContext {
  /** Fires when the process stops, or has lost its hold on the task: another may take it at any moment. */
  readonly signal: AbortSignal;
}

/**
 * Does one task. What it throws is logged, and the task is tried again, later each time; a task whose process died is taken by
 * another. So a handler must be fit to be run again, whatever it had done, and must say itself when it gives up.
 */
export type TaskHandler<Name extends TaskName> = (payload: TaskPayloads[Name], context: TaskContext) => Promise<void>;

export type TaskHandlers = { readonly [Name in TaskName]: TaskHandler<Name> };

/** How long a task took and how it ended; `aborted`: it is left to be taken again. */
export interface TaskOutcome {
  readonly name: TaskName;
  readonly outcome: 'done' | 'failed' | 'aborted';
  readonly seconds: number;
}

import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads';
import pLimit, { type LimitFunction } from 'p-limit';
import type { CancelSignal } from '../scope/request-scope.js';
import { errorMessage } from '../error-message.js';

/** To a thread. The number of the task is in each of its messages. */
interface TaskMessage {
  readonly id: number;
  readonly task: unknown;
}

type Message<Result, Progress> = { readonly id: number } & (
  { readonly progress: Progress } | { readonly result: Result } | { readonly error: string }
);

export interface TaskOptions<Progress> {
  /** Called with each report of the task. */
  readonly onProgress?: (progress: Progress) => void;
  /** Ends the thread. */
  readonly signal?: CancelSignal;
}

interface RunningTask<Result, Progress> {
  resolve(result: Result): void;
  reject(error: unknown): void;
  onProgress(progress: Progress): void;
}

/**
 * A thread that runs tasks, by default one after the other. It starts with its first task, and if it ended, with the next one. It keeps the
 * process alive only while it runs a task. Tasks, results and progress are plain data.
 */
export class TaskThread<Task, Result, Progress = never> {
  private worker: Worker | undefined;
  private readonly running = new Map<number, RunningTask<Result, Progress>>();
  private lastId = 0;
  private readonly inTurn: LimitFunction;

  /**
   * @param program calls {@link serveTasks}
   * @param tasksAtATime if one of them ends the thread, the others fail, too
   */
  constructor(
    private readonly program: URL,
    private readonly options: WorkerOptions = {},
    tasksAtATime = 1,
  ) {
    this.inTurn = pLimit(tasksAtATime);
  }

  get isStarted(): boolean {
    return this.worker !== undefined;
  }

  /** @throws an error with the message of the task's, the error that ended the thread, or the reason of the signal */
  run(task: Task, options: TaskOptions<Progress> = {}): Promise<Result> {
    return this.inTurn(() => this.runNow(task, options));
  }

  async end(): Promise<void> {
    await this.worker?.terminate();
  }

  private async runNow(task: Task, { onProgress = ignore, signal }: TaskOptions<Progress>): Promise<Result> {
    signal?.throwIfAborted();
    const worker = (this.worker ??= this.start());
    const end = () => void worker.terminate();
    signal?.addEventListener('abort', end);
    worker.ref();
    const id = ++this.lastId;
    try {
      return await new Promise<Result>((resolve, reject) => {
        this.running.set(id, { resolve, reject, onProgress });
        worker.postMessage({ id, task } satisfies TaskMessage, []);
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', end);
      this.running.delete(id);
      if (this.running.size === 0) worker.unref();
    }
  }

  private start(): Worker {
    const worker = new Worker(this.program, this.options);
    const fail = (error: unknown) => {
      // A thread that failed also exits; by then the next task may run in another.
      if (this.worker !== worker) return;
      this.worker = undefined;
      for (const task of this.running.values()) task.reject(error);
    };
    worker.on('message', (message: Message<Result, Progress>) => {
      const task = this.running.get(message.id);
      if ('progress' in message) task?.onProgress(message.progress);
      else if ('result' in message) task?.resolve(message.result);
      else task?.reject(new Error(message.error));
    });
    return worker.on('error', fail).on('exit', () => fail(new Error('the thread ended')));
  }
}

/** The work of a thread. A method, because it has the types of the {@link TaskThread}. */
interface TaskProgram {
  run(task: unknown, report: (progress: unknown) => void): unknown;
  /** The parts of a result that pass to the other thread without a copy. */
  buffersOf?(result: unknown): ArrayBuffer[];
}

/** Runs the tasks that this thread is given. Its program calls it once. */
export function serveTasks(program: TaskProgram): void {
  const serve = async ({ id, task }: TaskMessage): Promise<void> => {
    try {
      const result = await program.run(task, (progress) => send({ id, progress }));
      send({ id, result }, program.buffersOf?.(result));
    } catch (error) {
      send({ id, error: errorMessage(error) });
    }
  };
  parentPort?.on('message', (message: TaskMessage) => void serve(message));
}

function send(message: Message<unknown, unknown>, buffers: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, buffers);
}

function ignore(): void {}

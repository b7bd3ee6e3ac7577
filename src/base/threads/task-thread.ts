import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads';
import pLimit from 'p-limit';
import { errorMessage } from '../error-message.js';

type Message<Result, Progress> =
  { readonly progress: Progress } | { readonly result: Result } | { readonly error: string };

export interface TaskOptions<Progress> {
  /** Called with each report of the task. */
  readonly onProgress?: (progress: Progress) => void;
  /** Ends the thread. */
  readonly signal?: AbortSignal;
}

interface RunningTask<Result, Progress> {
  resolve(result: Result): void;
  reject(error: unknown): void;
  onProgress(progress: Progress): void;
}

/**
 * A thread that runs tasks, one after the other. It starts with its first task, and if it ended, with the next one. It keeps the process alive
 * only while it runs a task. Tasks, results and progress are plain data.
 */
export class TaskThread<Task, Result, Progress = never> {
  private worker: Worker | undefined;
  private running: RunningTask<Result, Progress> | undefined;
  private readonly inTurn = pLimit(1);

  /** @param program calls {@link serveTasks} */
  constructor(
    private readonly program: URL,
    private readonly options: WorkerOptions = {},
  ) {}

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
    try {
      return await new Promise<Result>((resolve, reject) => {
        this.running = { resolve, reject, onProgress };
        worker.postMessage(task, []);
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', end);
      worker.unref();
    }
  }

  private start(): Worker {
    const worker = new Worker(this.program, this.options);
    const fail = (error: unknown) => {
      // A thread that failed also exits; by then the next task may run in another.
      if (this.worker !== worker) return;
      this.worker = undefined;
      this.running?.reject(error);
    };
    worker.on('message', (message: Message<Result, Progress>) => {
      if ('progress' in message) this.running?.onProgress(message.progress);
      else if ('result' in message) this.running?.resolve(message.result);
      else this.running?.reject(new Error(message.error));
    });
    return worker.on('error', fail).on('exit', () => fail(new Error('the thread ended')));
  }
}

/** The work of a thread. A method, because its types are those of the {@link TaskThread}. */
interface TaskProgram {
  run(task: unknown, report: (progress: unknown) => void): unknown;
}

/** Runs the tasks that this thread is given. Its program calls it once. */
export function serveTasks(program: TaskProgram): void {
  const serve = async (task: unknown): Promise<void> => {
    try {
      send({ result: await program.run(task, (progress) => send({ progress })) });
    } catch (error) {
      send({ error: errorMessage(error) });
    }
  };
  parentPort?.on('message', (task: unknown) => void serve(task));
}

function send(message: Message<unknown, unknown>): void {
  parentPort?.postMessage(message, []);
}

function ignore(): void {}

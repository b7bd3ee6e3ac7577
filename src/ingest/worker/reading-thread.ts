import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { errorCode, errorMessage } from '../../base/error-message.js';
import type { ProgressListener } from '../ingest-progress.js';
import type { IngestReport } from '../ingest-report.js';
import { ReadingError, type ReadingMessage, type ReadingTask, type ReadingThreadData } from './reading.js';

const program = new URL('./reading-thread-program.js', import.meta.url);

/** False where the sources run without a build, in tests: a thread needs compiled JavaScript. */
export function canHaveThreads(): boolean {
  return existsSync(fileURLToPath(program));
}

/**
 * Room for objects that are new: twice what V8 gives. What is read waits as objects until it is known whether it is to be written, and
 * with less room it is copied more often meanwhile.
 */
const youngMib = 96;

/** A thread that reads files, one at a time. To start one costs about as much as to read a small file, so it is kept for the next. */
export class ReadingThread {
  /** What PostgreSQL lists its connections as; no other thread has it. */
  readonly name = `graphward-ingest-${randomUUID()}`;
  private readonly worker: Worker;
  private hasEnded = false;

  /** @param memoryMib JavaScript objects that it may have; with more it ends */
  constructor(
    url: string,
    private readonly memoryMib: number,
  ) {
    const workerData: ReadingThreadData = { url, name: this.name };
    const resourceLimits = { maxOldGenerationSizeMb: memoryMib, maxYoungGenerationSizeMb: youngMib };
    this.worker = new Worker(program, { workerData, resourceLimits });
    // A process that has nothing else to do may end.
    this.worker.unref();
    this.worker.on('error', () => {});
    this.worker.once('exit', () => (this.hasEnded = true));
  }

  /** Of no more use. */
  get ended(): boolean {
    return this.hasEnded;
  }

  /** @throws ReadingError where there is no report */
  async read(task: ReadingTask, onProgress: ProgressListener): Promise<IngestReport> {
    const listeners = new AbortController();
    this.worker.ref();
    try {
      return await new Promise((resolve, reject) => {
        const hear = (message: ReadingMessage) => {
          if (message.kind === 'progress') onProgress(message.progress);
          else if (message.kind === 'failed') reject(new ReadingError(message.reason, message.databaseAway));
          else resolve(message.report);
        };
        const fail = (error: unknown) => reject(new ReadingError(this.reasonOf(error)));
        const exit = () => reject(new ReadingError('the thread that read it ended'));
        this.worker.on('message', hear).once('error', fail).once('exit', exit);
        listeners.signal.addEventListener('abort', () =>
          this.worker.off('message', hear).off('error', fail).off('exit', exit),
        );
        this.worker.postMessage(task, []);
      });
    } finally {
      listeners.abort();
      this.worker.unref();
    }
  }

  async end(): Promise<void> {
    this.hasEnded = true;
    await this.worker.terminate();
  }

  private reasonOf(error: unknown): string {
    return errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY'
      ? `reading it took more than ${this.memoryMib} MiB of memory (INGEST_WORKER_MEMORY_MIB)`
      : errorMessage(error);
  }
}

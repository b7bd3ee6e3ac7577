import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { errorCode, errorMessage } from '../../base/error-message.js';
import type { ProgressListener } from '../ingest-progress.js';
import type { IngestReport } from '../ingest-report.js';
import { ReadingError, type ReadingMessage, type ReadingTask, type ReadingThreadData } from './read-file.js';

const program = new URL('./reading-thread-program.js', import.meta.url);

/** False in tests, which run without a build: a thread needs compiled JavaScript. */
export function canHaveThreads(): boolean {
  return existsSync(fileURLToPath(program));
}

/** Size of the young generation, twice V8's default: the objects of a batch live until it is written, and would be copied more often. */
const youngMib = 96;

/** A thread that reads one file at a time. It is kept for more files, because its start costs as much as reading a small file. */
export class ReadingThread {
  /** `application_name` of its connections, unique to this thread. */
  readonly name = `graphward-ingest-${randomUUID()}`;
  private readonly worker: Worker;
  private hasEnded = false;

  /** @param memoryMib limit of JavaScript objects; the thread ends if it needs more */
  constructor(
    url: string,
    private readonly memoryMib: number,
  ) {
    const workerData: ReadingThreadData = { url, name: this.name };
    const resourceLimits = { maxOldGenerationSizeMb: memoryMib, maxYoungGenerationSizeMb: youngMib };
    this.worker = new Worker(program, { workerData, resourceLimits });
    // The thread does not keep the process alive.
    this.worker.unref();
    this.worker.on('error', () => {});
    this.worker.once('exit', () => (this.hasEnded = true));
  }

  get ended(): boolean {
    return this.hasEnded;
  }

  /** @throws ReadingError if there is no report */
  async read(task: ReadingTask, onProgress: ProgressListener): Promise<IngestReport> {
    const listeners = new AbortController();
    this.worker.ref();
    try {
      return await new Promise((resolve, reject) => {
        const hear = (message: ReadingMessage) => {
          if (message.kind === 'progress') onProgress(message.progress);
          else if (message.kind === 'failed') reject(new ReadingError(message.reason, message.databaseUnavailable));
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

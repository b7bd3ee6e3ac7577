import { randomUUID } from 'node:crypto';
import { errorCode, errorMessage } from '../../base/error-message.js';
import { TaskThread } from '../../base/threads/task-thread.js';
import type { IngestProgress } from '../ingest-progress.js';
import type { IngestReport } from '../ingest-report.js';
import {
  ReadingError,
  type ReadingOptions,
  type ReadingResult,
  type ReadingTask,
  type ReadingThreadData,
  reportOf,
} from './read-file.js';

const program = new URL('./reading-thread-program.js', import.meta.url);

/** Size of the young generation, twice V8's default: the objects of a batch live until it is written, and would be copied more often. */
const youngMib = 96;

/** A thread that reads one file at a time. It is kept for more files, because its start costs as much as reading a small file. */
export class ReadingThread {
  /** `application_name` of its connections, unique to this thread. */
  readonly name = `graphward-ingest-${randomUUID()}`;
  private readonly thread: TaskThread<ReadingTask, ReadingResult, IngestProgress>;

  /** @param memoryMib limit of JavaScript objects; the thread ends if it needs more */
  constructor(
    url: string,
    private readonly memoryMib: number,
  ) {
    const workerData: ReadingThreadData = { url, name: this.name };
    const resourceLimits = { maxOldGenerationSizeMb: memoryMib, maxYoungGenerationSizeMb: youngMib };
    this.thread = new TaskThread(program, { workerData, resourceLimits });
  }

  /** @throws ReadingError if there is no report */
  async read(task: ReadingTask, options: ReadingOptions): Promise<IngestReport> {
    const result = await this.thread.run(task, options).catch((error: unknown) => {
      throw new ReadingError(this.reasonOf(error));
    });
    return reportOf(result);
  }

  end(): Promise<void> {
    return this.thread.end();
  }

  private reasonOf(error: unknown): string {
    return errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY'
      ? `reading it took more than ${this.memoryMib} MiB of memory (INGEST_WORKER_MEMORY_MIB)`
      : errorMessage(error);
  }
}

import { randomUUID } from 'node:crypto';
import { errorCode, errorMessage } from '../../base/error-message.js';
import { type TaskOptions, TaskThread } from '../../base/threads/task-thread.js';
import type { IngestProgress } from '../ingest-progress.js';
import type { IngestReport } from '../ingest-report.js';
import type { IngestSender } from '../ingest.service.js';
import type { ReadLimits } from '../reading/read-limits.js';

const program = new URL('./reading-thread-program.js', import.meta.url);

/** Idle threads end after this time. */
const IDLE_MS = 10_000;

/** The data of a new thread. */
export interface ReadingThreadData {
  readonly url: string;
  /** `application_name` of its connections. */
  readonly name: string;
  readonly limits: ReadLimits;
}

/** An open file, and its name in reports. */
export interface ReadingTask {
  /** Its descriptor, which all threads share. */
  readonly file: number;
  readonly name: string;
  readonly sender: IngestSender;
}

/** Reading ended without a report, by an error that is not a fault of the file. */
export class ReadingError extends Error {
  constructor(
    message: string,
    /** Whether reading would succeed when the database is back. */
    readonly databaseUnavailable = false,
  ) {
    super(message);
    this.name = 'ReadingError';
  }
}

/** What the thread returns, as plain data. */
export type ReadingResult = IngestReport | Pick<ReadingError, 'message' | 'databaseUnavailable'>;

/** A thread that reads files, also several at a time. It is kept for more files, because its start costs as much as reading a small file. */
export class ReadingThread {
  /** `application_name` of its connections, unique to this thread. */
  readonly name = `graphward-ingest-${randomUUID()}`;
  /** Files that it reads now. */
  files = 0;
  /** Whether it has read several files at a time since it was idle. */
  isShared = false;
  private readonly thread: TaskThread<ReadingTask, ReadingResult, IngestProgress>;
  private idle: NodeJS.Timeout | undefined;

  /**
   * @param memoryMib limit of JavaScript objects of a file; the thread ends if its files need more
   * @param files that it reads at most at a time
   */
  constructor(
    url: string,
    limits: ReadLimits,
    private readonly memoryMib: number,
    files: number,
  ) {
    const workerData: ReadingThreadData = { url, name: this.name, limits };
    const resourceLimits = { maxOldGenerationSizeMb: memoryMib * files };
    this.thread = new TaskThread(program, { workerData, resourceLimits }, files);
  }

  get isStarted(): boolean {
    return this.thread.isStarted;
  }

  /** @throws ReadingError if there is no report */
  async read(task: ReadingTask, options: TaskOptions<IngestProgress>): Promise<IngestReport> {
    clearTimeout(this.idle);
    this.isShared = this.files > 0;
    this.files++;
    try {
      const result = await this.thread.run(task, options);
      if ('files' in result) return result;
      throw new ReadingError(result.message, result.databaseUnavailable);
    } catch (error) {
      throw error instanceof ReadingError ? error : new ReadingError(this.reasonOf(error));
    } finally {
      this.files--;
      if (this.files === 0) this.idle = setTimeout(() => void this.end(), IDLE_MS).unref();
    }
  }

  end(): Promise<void> {
    clearTimeout(this.idle);
    return this.thread.end();
  }

  private reasonOf(error: unknown): string {
    return errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY'
      ? `reading it took more than ${this.memoryMib} MiB of memory (INGEST_WORKER_MEMORY_MIB)`
      : errorMessage(error);
  }
}

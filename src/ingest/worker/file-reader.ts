import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../../base/config/settings.js';
import { isConnectionLoss } from '../../database/driver-errors.js';
import { errorMessage } from '../../base/error-message.js';
import type { ProgressListener } from '../ingest-progress.js';
import type { IngestReport } from '../ingest-report.js';
import { IngestService } from '../ingest.service.js';
import { readFile } from './read-file.js';
import { ReadingConnections } from './reading-connections.repository.js';
import { canHaveThreads, ReadingThread } from './reading-thread.js';
import { ReadingError, type ReadingTask } from './reading.js';

/** How long a thread that has nothing to read is kept. */
const IDLE_MS = 10_000;

export interface ReadingOptions {
  readonly signal: AbortSignal;
  /** Told a few times a second at most. */
  readonly onProgress: ProgressListener;
}

/**
 * Reads files into the graph in threads, so that requests are answered meanwhile, and so that a file that takes too much memory ends
 * its thread and not the service. Without a build, in tests, the same is done in place.
 */
@Injectable()
export class FileReader implements OnModuleDestroy {
  private readonly idle = new Map<ReadingThread, NodeJS.Timeout>();

  constructor(
    private readonly settings: Settings,
    private readonly connections: ReadingConnections,
    private readonly service: IngestService,
  ) {}

  /** @throws ReadingError where there is no report; what was written before stays in the graph. */
  async read(task: ReadingTask, options: ReadingOptions): Promise<IngestReport> {
    options.signal.throwIfAborted();
    const { url } = this.connections;
    return url && canHaveThreads()
      ? this.readBy(this.idleThread() ?? new ReadingThread(url, this.settings.ingestWorkerMemoryMib), task, options)
      : this.readInPlace(task, options);
  }

  async onModuleDestroy(): Promise<void> {
    const threads = [...this.idle.keys()];
    for (const thread of threads) this.forget(thread);
    await Promise.all(threads.map((thread) => thread.end()));
  }

  private async readInPlace(task: ReadingTask, { onProgress }: ReadingOptions): Promise<IngestReport> {
    try {
      return await readFile(this.service, task, onProgress);
    } catch (error) {
      throw new ReadingError(errorMessage(error), isConnectionLoss(error));
    }
  }

  /** A thread that fails is not used again, and what PostgreSQL still does for it is ended. */
  private async readBy(
    thread: ReadingThread,
    task: ReadingTask,
    { signal, onProgress }: ReadingOptions,
  ): Promise<IngestReport> {
    const end = () => void thread.end();
    signal.addEventListener('abort', end);
    try {
      const report = await thread.read(task, onProgress);
      this.keep(thread);
      return report;
    } catch (error) {
      await thread.end();
      await this.connections.end(thread.name);
      throw error;
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  private idleThread(): ReadingThread | undefined {
    const thread = [...this.idle.keys()].find(({ ended }) => !ended);
    if (thread) this.forget(thread);
    return thread;
  }

  private keep(thread: ReadingThread): void {
    const end = setTimeout(() => {
      this.forget(thread);
      void thread.end();
    }, IDLE_MS);
    this.idle.set(thread, end.unref());
  }

  private forget(thread: ReadingThread): void {
    clearTimeout(this.idle.get(thread));
    this.idle.delete(thread);
  }
}

import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../../base/config/settings.js';
import type { TaskOptions } from '../../base/threads/task-thread.js';
import { filesAtATime } from '../../queue/task-runner.js';
import type { IngestProgress } from '../ingest-progress.js';
import type { IngestReport } from '../ingest-report.js';
import { readLimitsOf } from '../reading/read-limits.js';
import { ReadingConnections } from './reading-connections.repository.js';
import { ReadingThread, type ReadingTask } from './reading-thread.js';

/** More threads would only compile the program again and wait for each other's writes (docs/adr/0084-files-share-threads.md). */
const maxThreads = filesAtATime({ ingestWorkers: 0 });

/**
 * Reads files into the graph in threads: requests are answered meanwhile, and a file that needs too much memory ends its
 * thread instead of the service. Files beyond the number of threads share them.
 */
@Injectable()
export class FileReader implements OnModuleDestroy {
  private readonly threads = new Set<ReadingThread>();

  constructor(
    private readonly settings: Settings,
    private readonly connections: ReadingConnections,
  ) {}

  /** If the thread ends, so do its statements in PostgreSQL. @throws ReadingError if there is no report; data written before stay in the graph */
  async read(
    task: ReadingTask,
    options: TaskOptions<IngestProgress>,
    thread = this.leastBusy(),
  ): Promise<IngestReport> {
    options.signal?.throwIfAborted();
    try {
      return await thread.read(task, options);
    } catch (error) {
      if (thread.isStarted) throw error;
      this.threads.delete(thread);
      await this.connections.end(thread.name);
      if (!thread.isShared) throw error;
    }
    // Another file may have ended the thread.
    const own = this.newThread();
    try {
      return await this.read(task, options, own);
    } finally {
      await own.end();
    }
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.threads].map((thread) => thread.end()));
  }

  private leastBusy(): ReadingThread {
    const [thread] = [...this.threads].toSorted((one, other) => one.files - other.files);
    if (thread && (thread.files === 0 || this.threads.size >= maxThreads)) return thread;
    const added = this.newThread();
    this.threads.add(added);
    return added;
  }

  private newThread(): ReadingThread {
    const { ingestWorkers, ingestWorkerMemoryMib } = this.settings;
    const files = Math.ceil(Math.max(1, ingestWorkers) / maxThreads);
    return new ReadingThread(this.connections.url, readLimitsOf(this.settings), ingestWorkerMemoryMib, files);
  }
}

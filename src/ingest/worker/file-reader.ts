import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../../base/config/settings.js';
import type { IngestReport } from '../ingest-report.js';
import { ReadingConnections } from './reading-connections.repository.js';
import { ReadingThread } from './reading-thread.js';
import type { ReadingOptions, ReadingTask } from './read-file.js';

/** Idle threads end after this time. */
const IDLE_MS = 10_000;

/**
 * Reads files into the graph in threads: requests are answered meanwhile, and a file that needs too much memory ends its
 * thread instead of the service.
 */
@Injectable()
export class FileReader implements OnModuleDestroy {
  private readonly idle = new Map<ReadingThread, NodeJS.Timeout>();

  constructor(
    private readonly settings: Settings,
    private readonly connections: ReadingConnections,
  ) {}

  /** A thread that fails is ended, and so are its statements in PostgreSQL. @throws ReadingError if there is no report; data written before stay in the graph */
  async read(task: ReadingTask, options: ReadingOptions): Promise<IngestReport> {
    options.signal.throwIfAborted();
    const thread = this.idleThread() ?? new ReadingThread(this.connections.url, this.settings.ingestWorkerMemoryMib);
    try {
      const report = await thread.read(task, options);
      this.keep(thread);
      return report;
    } catch (error) {
      await thread.end();
      await this.connections.end(thread.name);
      throw error;
    }
  }

  async onModuleDestroy(): Promise<void> {
    const threads = [...this.idle.keys()];
    for (const thread of threads) this.forget(thread);
    await Promise.all(threads.map((thread) => thread.end()));
  }

  private idleThread(): ReadingThread | undefined {
    const [thread] = this.idle.keys();
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

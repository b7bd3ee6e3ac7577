import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../../base/config/settings.js';
import type { IngestReport } from '../ingest-report.js';
import { IngestService } from '../ingest.service.js';
import { ReadingConnections } from './reading-connections.repository.js';
import { canReadInThreads, ReadingThread } from './reading-thread.js';
import { readFile, type ReadingOptions, type ReadingTask, reportOf } from './read-file.js';

/** Idle threads end after this time. */
const IDLE_MS = 10_000;

/**
 * Reads files into the graph in threads: requests are answered meanwhile, and a file that needs too much memory ends its
 * thread instead of the service. Without a build they are read in place.
 */
@Injectable()
export class FileReader implements OnModuleDestroy {
  private readonly idle = new Map<ReadingThread, NodeJS.Timeout>();

  constructor(
    private readonly settings: Settings,
    private readonly connections: ReadingConnections,
    private readonly service: IngestService,
  ) {}

  /** @throws ReadingError if there is no report; data written before stay in the graph */
  async read(task: ReadingTask, options: ReadingOptions): Promise<IngestReport> {
    options.signal.throwIfAborted();
    const { url } = this.connections;
    return url && canReadInThreads
      ? this.readBy(this.idleThread() ?? new ReadingThread(url, this.settings.ingestWorkerMemoryMib), task, options)
      : reportOf(await readFile(this.service, task, options.onProgress));
  }

  async onModuleDestroy(): Promise<void> {
    const threads = [...this.idle.keys()];
    for (const thread of threads) this.forget(thread);
    await Promise.all(threads.map((thread) => thread.end()));
  }

  /** Ends a thread that failed, and its statements in PostgreSQL. */
  private async readBy(thread: ReadingThread, task: ReadingTask, options: ReadingOptions): Promise<IngestReport> {
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

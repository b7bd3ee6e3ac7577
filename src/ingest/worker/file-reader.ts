import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/settings.js';
import { isConnectionLoss } from '../../database/driver-errors.js';
import { errorCode, errorMessage } from '../../database/thrown.js';
import type { ProgressListener } from '../ingest-progress.js';
import type { IngestReport } from '../ingest-report.js';
import { IngestService } from '../ingest.service.js';
import { readFile } from './read-file.js';
import { ReadingError, type ReadingMessage, type ReadingTask, type ReadingThreadData } from './reading.js';
import { ReadingConnections } from './reading-connections.repository.js';

const program = new URL('./reading-thread.js', import.meta.url);

export interface ReadingOptions {
  readonly signal: AbortSignal;
  /** Told a few times a second at most. */
  readonly onProgress: ProgressListener;
}

/**
 * Reads a file into the graph in a thread of its own, so that requests are answered meanwhile, and so that a file that takes too
 * much memory ends the thread and not the service. The sources run without a build in tests only; there the same is done in place,
 * because a thread needs compiled JavaScript.
 */
@Injectable()
export class FileReader {
  constructor(
    private readonly settings: Settings,
    private readonly connections: ReadingConnections,
    private readonly service: IngestService,
  ) {}

  /** @throws ReadingError where there is no report; nothing of the payload at hand is in the graph then. */
  async read(task: ReadingTask, options: ReadingOptions): Promise<IngestReport> {
    options.signal.throwIfAborted();
    const { url } = this.connections;
    return url && existsSync(fileURLToPath(program))
      ? this.readInThread({ url, task }, options)
      : this.readInPlace(task, options);
  }

  private async readInPlace(task: ReadingTask, { onProgress }: ReadingOptions): Promise<IngestReport> {
    try {
      return await readFile(this.service, task, onProgress);
    } catch (error) {
      throw new ReadingError(errorMessage(error), isConnectionLoss(error));
    }
  }

  private async readInThread(
    workerData: ReadingThreadData,
    { signal, onProgress }: ReadingOptions,
  ): Promise<IngestReport> {
    const maxOldGenerationSizeMb = this.settings.ingestWorkerMemoryMib;
    const thread = new Worker(program, { workerData, resourceLimits: { maxOldGenerationSizeMb } });
    const end = () => void thread.terminate();
    signal.addEventListener('abort', end);
    let backend: number | null = null;
    let isWhole = false;
    try {
      return await new Promise<IngestReport>((resolve, reject) => {
        thread.on('message', (message: ReadingMessage) => {
          if (message.kind === 'connected') backend = message.backend;
          else if (message.kind === 'progress') onProgress(message.progress);
          else if (message.kind === 'failed') reject(new ReadingError(message.reason, message.databaseAway));
          else {
            isWhole = true;
            resolve(message.report);
          }
        });
        thread.once('error', (error) => reject(new ReadingError(this.reasonOf(error))));
        thread.once('exit', () =>
          reject(signal.aborted ? signal.reason : new ReadingError('the thread that read it ended')),
        );
      });
    } finally {
      signal.removeEventListener('abort', end);
      if (!isWhole) {
        await thread.terminate();
        if (backend !== null) await this.connections.end(backend);
      }
    }
  }

  private reasonOf(error: unknown): string {
    return errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY'
      ? `reading it took more than ${this.settings.ingestWorkerMemoryMib} MiB of memory (INGEST_WORKER_MEMORY_MIB)`
      : errorMessage(error);
  }
}

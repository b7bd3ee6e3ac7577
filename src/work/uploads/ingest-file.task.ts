import { Injectable, Logger } from '@nestjs/common';
import { isConnectionLoss } from '../../database/driver-errors.js';
import { errorMessage } from '../../base/error-message.js';
import { inSpan, type SpanAttributes } from '../../base/scope/tracing.js';
import { StorageUnavailableError } from '../../base/errors.js';
import type { ProgressListener } from '../../ingest/ingest-progress.js';
import type { FileReport, IngestReport } from '../../ingest/ingest-report.js';
import type { FileToRead } from '../../ingest/uploads/upload.js';
import { UploadFiles } from '../../ingest/uploads/upload-files.repository.js';
import { outcomeOfFile } from '../../ingest/uploads/upload-outcome.js';
import { Spool } from '../../ingest/spool/spool.js';
import { FileReader } from '../../ingest/worker/file-reader.js';
import { ReadingError } from '../../ingest/worker/reading-thread.js';
import { BackgroundWork, HandlesTask, type ProcessSignal, type TaskContext } from '../../queue/background-work.js';
import { UploadFinisher } from './finish-uploads.js';

/** Attempts to read a file that fails although the database is available. */
const MAX_FAILURES = 3;

/** Number of deaths of the reading process after which a file is given up: most likely the file kills it. */
const MAX_DEATHS = 25;

/** A file that this process has read, or given up. */
export interface ReadFile {
  readonly status: FileReport['status'];
  /** Bytes in the spool. */
  readonly size: number;
  readonly payloads: readonly FileReport[];
}

/** Sent after the result of a file is stored. */
export const fileRead: ProcessSignal<[ReadFile]> = { name: 'file.read' };

/** Reads one uploaded file, and continues its upload after the last file. */
@Injectable()
export class IngestFileTask {
  private readonly logger = new Logger('Ingest');
  /** Files with an interruption that is not stored yet, because the database was unavailable. */
  private readonly uncounted: string[] = [];

  constructor(
    private readonly files: UploadFiles,
    private readonly finisher: UploadFinisher,
    private readonly spool: Spool,
    private readonly reader: FileReader,
    private readonly background: BackgroundWork,
  ) {}

  @HandlesTask('ingest-file')
  async run({ fileId }: { readonly fileId: string }, { signal }: TaskContext): Promise<void> {
    await this.countInterruptions();
    const file = await this.files.take(fileId);
    // The process that finished the file may have died before it continued the upload.
    if (!file) return this.finisher.continueStalled();
    try {
      await this.finish(file, await this.read(file, signal));
    } catch (error) {
      await this.fail(file, error, signal);
    }
  }

  /** @throws the error if the file is to be read again */
  private async fail(file: FileToRead, error: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted || isInterruption(error)) {
      this.uncounted.push(file.id);
      await this.countInterruptions().catch(() => {});
      throw error;
    }
    const failures = file.failures + 1;
    if (failures < MAX_FAILURES) {
      await this.files.countUnfinished(file.id, 'failures');
      throw error;
    }
    await this.finish(file, `it was tried ${failures} times: ${errorMessage(error)}`);
  }

  /** @throws if the database is unavailable; the next call counts the rest */
  private async countInterruptions(): Promise<void> {
    for (let id = this.uncounted.pop(); id !== undefined; id = this.uncounted.pop()) {
      try {
        await this.files.countUnfinished(id, 'interruptions');
      } catch (error) {
        this.uncounted.push(id);
        throw error;
      }
    }
  }

  /** @returns the report, or the reason why the file is given up */
  private async read(file: FileToRead, signal: AbortSignal): Promise<IngestReport | string> {
    const { id, name, spoolKey, deaths, uploadId, sender } = file;
    if (deaths >= MAX_DEATHS) return `it is given up: the process that read it ended ${deaths} times`;
    const copy = await this.spool.open(spoolKey);
    if (!copy) return `it is gone from the spool (${this.spool.setting})`;
    const task = { file: copy.fd, name, sender: { uploadId, sender } };
    const progress = progressWriter((done, total) => this.files.progress(id, done, total));
    try {
      return await inSpan({ name: 'read file', attributes: attributesOf(file) }, async (span) => {
        const report = await this.reader.read(task, { signal, onProgress: progress.listener });
        span?.setAttributes(figuresOf(report));
        return report;
      });
    } finally {
      await Promise.all([progress.written(), copy.close()]);
    }
  }

  private async finish(file: FileToRead, report: IngestReport | string): Promise<void> {
    const { id, name, size, uploadId, attempts } = file;
    // Earlier attempts may have written parts of a file that is given up, so an analysis runs in any case.
    const mayHaveWritten = typeof report === 'string' && attempts > 1;
    const finished = await this.files.finish(id, report, async (tx) => {
      if (mayHaveWritten) await this.finisher.requestAnalysis(uploadId, tx);
    });
    if (!finished) return;
    await this.finisher.continueAfterFiles(uploadId);
    if (finished.spoolKey === null) return;
    await this.spool.remove(finished.spoolKey);
    const { status, reason, payloads } = outcomeOfFile(report);
    await this.background.emit(fileRead, { status, size, payloads });
    if (reason !== null) this.logger.warn(`upload ${uploadId}, file ${id} (${name}) is ${status}: ${reason}`);
  }
}

function attributesOf({ id, uploadId, size, attempts }: FileToRead): SpanAttributes {
  return {
    'graphward.file.id': id,
    'graphward.file.size': size,
    'graphward.file.attempt': attempts,
    'graphward.upload.id': uploadId,
  };
}

function figuresOf({ files }: IngestReport): SpanAttributes {
  const sum = (figure: 'records' | 'faultCount') => files.reduce((total, file) => total + file[figure], 0);
  return {
    'graphward.file.payloads': files.length,
    'graphward.file.records': sum('records'),
    'graphward.file.faults': sum('faultCount'),
  };
}

function isInterruption(error: unknown): boolean {
  if (error instanceof StorageUnavailableError) return true;
  return error instanceof ReadingError ? error.databaseUnavailable : isConnectionLoss(error);
}

interface ProgressWriter {
  readonly listener: ProgressListener;
  /** Resolves when the last write has ended. */
  readonly written: () => Promise<void>;
}

/** Writes progress, one write at a time. Values that arrive during a write are dropped, except the last. Errors are ignored. */
export function progressWriter(write: (done: number, total: number) => Promise<void>): ProgressWriter {
  let next: { readonly bytes: number; readonly totalBytes: number } | null = null;
  let writing: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    while (next) {
      const { bytes, totalBytes } = next;
      next = null;
      await write(bytes, totalBytes).catch(() => {});
    }
    writing = null;
  }

  return {
    listener: (progress) => {
      next = progress;
      writing ??= writeAll();
    },
    written: async () => {
      await writing;
    },
  };
}

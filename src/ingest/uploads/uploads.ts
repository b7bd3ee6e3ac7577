import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { Settings } from '../../base/config/settings.js';
import { type ConflictError, NotFoundError } from '../../base/errors.js';
import type { Transaction } from '../../database/transaction.js';
import { TaskQueue } from '../../queue/task-queue.js';
import type { IngestReport } from '../ingest-report.js';
import {
  type AddedFile,
  type FinishedFile,
  type UnreadFileCounts,
  UploadFilesRepository,
  type WithFinishedFile,
  type WithNewFile,
} from './upload-files.repository.js';
import { outcomeOfFile } from './upload-outcome.js';
import {
  type AttemptFailure,
  type FileToRead,
  type IngestAccount,
  notRunning,
  type SpooledFile,
  type Upload,
} from './upload.js';
import { type RequestAnalysis, UploadsRepository, type WithUpload } from './uploads.repository.js';

const nothing = () => Promise.resolve();

/**
 * Uploads from the first file to the analysis (docs/adr/0016-uploads.md). Receivers of files call start, addFile, end, then
 * continueAfterFiles. Tasks call takeFile, finishFile, then continueAfterFiles.
 */
@Injectable()
export class Uploads {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly files: UploadFilesRepository,
    private readonly queue: TaskQueue,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** @throws ConflictError if the account has MAX_OPEN_UPLOADS_PER_ACCOUNT uploads that are not ended */
  start(account: IngestAccount, inSameTransaction: WithUpload = nothing): Promise<Upload> {
    const { maxOpenUploadsPerAccount } = this.settings;
    return this.uploads.startUpload(account, this.clock.now(), maxOpenUploadsPerAccount, inSameTransaction);
  }

  /**
   * Starts the upload of a job. It has no timeout: the job ends it.
   * @param clientName the current name of the client
   * @param on the transaction that assigns the upload to the job
   */
  startCollection(clientName: string, on: Transaction): Promise<Upload> {
    return this.uploads.insert('collection', { id: null, name: clientName }, this.clock.now(), on);
  }

  find(uploadId: number): Promise<Upload | null> {
    return this.uploads.find(uploadId);
  }

  /** Resets the timeout while a file is being received. @throws as {@link addFile} */
  async touch(uploadId: number): Promise<void> {
    if (!(await this.uploads.touch(uploadId, this.clock.now()))) throw await this.refusalOf(uploadId);
  }

  /**
   * Adds a complete file of the spool and queues the task that reads it.
   * @returns the id of the file
   * @throws ConflictError if the upload is not running, NotFoundError if it does not exist; the caller then removes the file
   */
  async addFile(uploadId: number, file: SpooledFile, inSameTransaction: WithNewFile = nothing): Promise<string> {
    const added = await this.insert(uploadId, file, { once: false }, inSameTransaction);
    if (typeof added === 'string') throw await this.refusalOf(uploadId);
    return added.id;
  }

  /**
   * Adds a file unless the upload has one with the same digest. Clients repeat a file if the answer to the first was lost.
   * @returns `known` if the upload has the file, `closed` if it is not running; the caller then removes the file
   */
  async addFileOnce(uploadId: number, file: SpooledFile): Promise<'added' | 'known' | 'closed'> {
    const added = await this.insert(uploadId, file, { once: true });
    return typeof added === 'string' ? added : 'added';
  }

  /** Stops accepting files. The caller then calls {@link continueAfterFiles}. @throws as {@link addFile} */
  async end(uploadId: number, inSameTransaction: WithUpload = nothing): Promise<Upload> {
    const upload = await this.uploads.end(uploadId, this.clock.now(), inSameTransaction);
    if (!upload) throw await this.refusalOf(uploadId);
    return upload;
  }

  /** Starts an attempt to read a file; another one if the process of the last attempt died. @returns null if the file is finished */
  takeFile(fileId: string): Promise<FileToRead | null> {
    return this.files.take(fileId, this.clock.now());
  }

  /** Counts an attempt that ended without a report. An attempt that is not counted is treated as a death of its process. */
  countUnfinished(fileId: string, cause: AttemptFailure): Promise<void> {
    return this.files.countUnfinished(fileId, cause);
  }

  /** @param done read bytes; @param total bytes to read; both unpacked */
  progress(fileId: string, done: number, total: number): Promise<void> {
    return this.files.progress(fileId, done, total);
  }

  /**
   * Stores the result of a file; the first of several calls counts. The caller then calls {@link continueAfterFiles} and removes the
   * file from the spool.
   * @param report or the reason why the file could not be read
   * @param inSameTransaction runs only for the first call
   */
  finishFile(
    fileId: string,
    report: IngestReport | string,
    inSameTransaction: WithFinishedFile = nothing,
  ): Promise<FinishedFile | null> {
    return this.files.finish(fileId, outcomeOfFile(report), this.clock.now(), inSameTransaction);
  }

  /**
   * Requests the analysis of an ended upload after its last file, or sets its final state if there is nothing to
   * analyse. Does nothing for other uploads, so it may be called at any time.
   */
  continueAfterFiles(uploadId: number, requestAnalysis: RequestAnalysis): Promise<void> {
    return this.uploads.continueAfterFiles(uploadId, requestAnalysis, this.clock.now());
  }

  /** Calls {@link continueAfterFiles} for ended uploads with all files read, which a dead process left. */
  async continueStalled(requestAnalysis: RequestAnalysis): Promise<void> {
    for (const uploadId of await this.uploads.listStalled()) await this.continueAfterFiles(uploadId, requestAnalysis);
  }

  /** Sets the final state of the uploads that wait for a run. @param on the transaction that ends the run; a new one if absent */
  finishAnalysed(runId: string, outcome: { readonly failure: string | null }, on?: Transaction): Promise<void> {
    return this.uploads.finishAnalysed(runId, outcome.failure, this.clock.now(), on);
  }

  /** Whether any file of any upload is queued or being read. */
  hasUnreadFiles(): Promise<boolean> {
    return this.files.hasUnreadFiles();
  }

  /** Counts the files that wait for a reader (queued) or have one (reading). */
  countUnreadByStatus(): Promise<UnreadFileCounts> {
    return this.files.countUnreadByStatus();
  }

  /**
   * Deletes the finished uploads of accounts. The data that jobs collected stay, because their clients still ask for them.
   */
  deleteHistory(inSameTransaction: (tx: Transaction) => Promise<void>): Promise<void> {
    return this.uploads.deleteFinished(inSameTransaction);
  }

  /** The keys among `keys` that belong to an unfinished file. */
  knownSpoolKeys(keys: readonly string[]): Promise<string[]> {
    return this.files.knownSpoolKeys(keys);
  }

  /** Ends uploads without activity for UPLOAD_TIMEOUT; their files are kept. The caller then calls {@link continueStalled}. */
  timeOutIdle(now = this.clock.now()): Promise<Upload[]> {
    const seconds = this.settings.uploadTimeout;
    const since = new Date(now.getTime() - seconds * 1000);
    return this.uploads.endIdle(since, now, `nothing was sent for ${seconds} s`);
  }

  private insert(
    uploadId: number,
    file: SpooledFile,
    options: { readonly once: boolean },
    inSameTransaction: WithNewFile = nothing,
  ): Promise<AddedFile> {
    const withNewFile: WithNewFile = async (fileId, tx) => {
      await this.queue.add('ingest-file', { fileId }, {}, tx);
      await inSameTransaction(fileId, tx);
    };
    return this.files.insert(uploadId, file, this.clock.now(), withNewFile, options);
  }

  private async refusalOf(uploadId: number): Promise<ConflictError | NotFoundError> {
    const upload = await this.uploads.find(uploadId);
    if (!upload) return new NotFoundError('upload', `there is no upload ${uploadId}`);
    return notRunning(upload);
  }
}

import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { ConflictError, NotFoundError } from '../../base/errors.js';
import { Settings } from '../../base/config/settings.js';
import type { Transaction } from '../../database/transaction.js';
import { TaskQueue } from '../../queue/task-queue.js';
import type { IngestReport } from '../ingest-report.js';
import {
  type AddedFile,
  type FinishedFile,
  type OpenFileCounts,
  UploadFilesRepository,
  type WithNewFile,
} from './upload-files.repository.js';
import type { AttemptEnd, FileToRead, IngestAccount, Upload, SpooledFile } from './upload.js';
import { type AskAnalysis, UploadsRepository, type WithUpload } from './uploads.repository.js';
import { outcomeOfFile } from './upload-outcome.js';

const nothing = () => Promise.resolve();

/**
 * Files that are handed in together, from the first to the analysis that has seen them all (docs/adr/0016-uploads.md). Whoever takes
 * files in calls the first part; whoever reads them, in this process or another, the second.
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

  /** @param also runs in the same transaction */
  start(account: IngestAccount, also: WithUpload = nothing): Promise<Upload> {
    return this.uploads.startUpload(account, this.clock.now(), also);
  }

  /**
   * For what a collection client sends. It does not end by its silence: whoever starts it ends it.
   * @param clientName as it is now
   * @param on the transaction of what it is started for
   */
  startCollection(clientName: string, on: Transaction): Promise<Upload> {
    return this.uploads.insert('collection', { id: null, name: clientName }, this.clock.now(), on);
  }

  find(uploadId: number): Promise<Upload | null> {
    return this.uploads.find(uploadId);
  }

  /** Notes that files are still coming. @throws as {@link addFile} */
  async touch(uploadId: number): Promise<void> {
    if (!(await this.uploads.touch(uploadId, this.clock.now()))) throw await this.notRunning(uploadId);
  }

  /**
   * Takes a file that lies in the spool, whole; it will be read soon.
   * @param also runs in the same transaction
   * @returns the id of the file
   * @throws ConflictError where the upload does not run, NotFoundError where there is none; the file in the spool is the caller's then
   */
  async addFile(uploadId: number, file: SpooledFile, also: WithNewFile = nothing): Promise<string> {
    const added = await this.insert(uploadId, file, { once: false }, also);
    if (typeof added === 'string') throw await this.notRunning(uploadId);
    return added.id;
  }

  /**
   * As {@link addFile}, but not where the upload has a file of the same digest: whoever sent it has not heard that it was taken.
   * @returns `known` where it has one, `closed` where the upload takes no files; the file in the spool is the caller's then
   */
  async addFileOnce(uploadId: number, file: SpooledFile): Promise<'added' | 'known' | 'closed'> {
    const added = await this.insert(uploadId, file, { once: true });
    return typeof added === 'string' ? added : 'added';
  }

  /** Stops accepting files. The caller finishes the upload. @param also runs in the same transaction. @throws as {@link addFile} */
  async end(uploadId: number, also: WithUpload = nothing): Promise<Upload> {
    const upload = await this.uploads.end(uploadId, this.clock.now(), also);
    if (!upload) throw await this.notRunning(uploadId);
    return upload;
  }

  /** Takes a file for reading; once more where whoever had taken it died. Null where it has ended. */
  takeFile(fileId: string): Promise<FileToRead | null> {
    return this.files.take(fileId, this.clock.now());
  }

  /** Counts an attempt that ended without a report; one that is not counted is taken for the death of its process. */
  countEnd(fileId: string, end: AttemptEnd): Promise<void> {
    return this.files.countEnd(fileId, end);
  }

  /** @param done bytes that were read; @param total bytes that are to be read; both unpacked */
  progress(fileId: string, done: number, total: number): Promise<void> {
    return this.files.progress(fileId, done, total);
  }

  /**
   * Writes down what came of a file; of several who do so the first counts. Whoever calls finishes the upload and then removes the file
   * from the spool.
   * @param report what reading it gave, or why it could not be read
   */
  finishFile(fileId: string, report: IngestReport | string): Promise<FinishedFile | null> {
    return this.files.finish(fileId, outcomeOfFile(report), this.clock.now());
  }

  /**
   * Lets an upload that has ended and whose files have all been read go on: to the analysis, or to its end where nothing is to be analysed.
   * May be called at any time, and as often as one likes.
   */
  finish(uploadId: number, askAnalysis: AskAnalysis): Promise<void> {
    return this.uploads.finish(uploadId, askAnalysis, this.clock.now());
  }

  /** As {@link finish}, for all whose reader or sender died before he could. */
  async finishStalled(askAnalysis: AskAnalysis): Promise<void> {
    for (const uploadId of await this.uploads.listStalled()) await this.finish(uploadId, askAnalysis);
  }

  /** Ends the uploads that wait for a run. @param on the transaction that ends the run; absent for one of its own */
  finishAnalysed(runId: string, outcome: { readonly failure: string | null }, on?: Transaction): Promise<void> {
    return this.uploads.finishAnalysed(runId, outcome.failure, this.clock.now(), on);
  }

  /** Whether files wait to be read or are being read. */
  isFilesLeft(): Promise<boolean> {
    return this.files.isAnyOpen();
  }

  /** Counts the files that wait for a reader (queued) or have one (reading). */
  countOpenFiles(): Promise<OpenFileCounts> {
    return this.files.countOpen();
  }

  /**
   * Deletes the finished uploads of accounts. The data that jobs collected stay, because their clients still ask for them.
   * @param also runs in the same transaction
   */
  deleteHistory(also: (tx: Transaction) => Promise<void>): Promise<void> {
    return this.uploads.deleteFinished(also);
  }

  /** Of these keys of the spool, those that belong to a file. */
  knownSpoolKeys(keys: readonly string[]): Promise<string[]> {
    return this.files.knownSpoolKeys(keys);
  }

  /** Ends the uploads that nobody has sent anything to for a while; what they have is kept. The caller finishes them. */
  timeOutSilent(now = this.clock.now()): Promise<Upload[]> {
    const seconds = this.settings.uploadTimeout;
    const since = new Date(now.getTime() - seconds * 1000);
    return this.uploads.endSilent(since, now, `nothing was sent for ${seconds} s`);
  }

  private insert(
    uploadId: number,
    file: SpooledFile,
    options: { readonly once: boolean },
    also: WithNewFile = nothing,
  ): Promise<AddedFile> {
    const withNewFile: WithNewFile = async (fileId, tx) => {
      await this.queue.add('ingest-file', { fileId }, {}, tx);
      await also(fileId, tx);
    };
    return this.files.insert(uploadId, file, this.clock.now(), withNewFile, options);
  }

  private async notRunning(uploadId: number): Promise<ConflictError | NotFoundError> {
    const upload = await this.uploads.find(uploadId);
    if (!upload) return new NotFoundError('upload', `there is no upload ${uploadId}`);
    return new ConflictError([
      {
        code: 'upload.closed',
        context: 'status',
        message: `the upload is ${upload.status}; only one that is running takes files and can be ended`,
      },
    ]);
  }
}

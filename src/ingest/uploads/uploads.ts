import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { ConflictError, NotFoundError } from '../../base/errors.js';
import { Settings } from '../../base/config/settings.js';
import { TaskQueue } from '../../queue/task-queue.js';
import type { IngestReport } from '../ingest-report.js';
import type { JobTransaction } from './collected-data.repository.js';
import {
  type AddedFile,
  type FinishedFile,
  UploadFilesRepository,
  type WithNewFile,
} from './upload-files.repository.js';
import type { AttemptEnd, FileToRead, IngestAccount, Upload, SpooledFile } from './upload.js';
import { type AskAnalysis, UploadsRepository, type WithJob } from './uploads.repository.js';
import { outcomeOfFile } from './upload-outcome.js';

const nothing = () => Promise.resolve();

/**
 * Files that are handed in together, from the first to the analysis that has seen them all (docs/adr/0016-uploads.md). Whoever takes
 * files in calls the first part; whoever reads them, in this process or another, the second.
 */
@Injectable()
export class Uploads {
  constructor(
    private readonly jobs: UploadsRepository,
    private readonly files: UploadFilesRepository,
    private readonly queue: TaskQueue,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** @param also runs in the same transaction */
  start(account: IngestAccount, also: WithJob = nothing): Promise<Upload> {
    return this.jobs.startUpload(account, this.clock.now(), also);
  }

  /**
   * For what a collection client sends. It does not end by its silence: whoever starts it ends it.
   * @param clientName as it is now
   * @param on the transaction of what it is started for
   */
  startCollection(clientName: string, on: JobTransaction): Promise<Upload> {
    return this.jobs.insert('collection', { id: null, name: clientName }, this.clock.now(), on);
  }

  find(jobId: number): Promise<Upload | null> {
    return this.jobs.find(jobId);
  }

  /** Notes that files are still coming. @throws as {@link addFile} */
  async touch(jobId: number): Promise<void> {
    if (!(await this.jobs.touch(jobId, this.clock.now()))) throw await this.notRunning(jobId);
  }

  /**
   * Takes a file that lies in the spool, whole; it will be read soon.
   * @param also runs in the same transaction
   * @returns the id of the file
   * @throws ConflictError where the job does not run, NotFoundError where there is none; the file in the spool is the caller's then
   */
  async addFile(jobId: number, file: SpooledFile, also: WithNewFile = nothing): Promise<string> {
    const added = await this.insert(jobId, file, { once: false }, also);
    if (typeof added === 'string') throw await this.notRunning(jobId);
    return added.id;
  }

  /**
   * As {@link addFile}, but not where the job has a file of the same digest: whoever sent it has not heard that it was taken.
   * @returns `known` where it has one, `closed` where the job takes no files; the file in the spool is the caller's then
   */
  async addFileOnce(jobId: number, file: SpooledFile): Promise<'added' | 'known' | 'closed'> {
    const added = await this.insert(jobId, file, { once: true });
    return typeof added === 'string' ? added : 'added';
  }

  /** Stops accepting files. The caller settles the job. @param also runs in the same transaction. @throws as {@link addFile} */
  async end(jobId: number, also: WithJob = nothing): Promise<Upload> {
    const job = await this.jobs.end(jobId, this.clock.now(), also);
    if (!job) throw await this.notRunning(jobId);
    return job;
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
   * Writes down what came of a file; of several who do so the first counts. Whoever calls settles the job and then removes the file
   * from the spool.
   * @param report what reading it gave, or why it could not be read
   */
  finishFile(fileId: string, report: IngestReport | string): Promise<FinishedFile | null> {
    return this.files.finish(fileId, outcomeOfFile(report), this.clock.now());
  }

  /**
   * Lets a job that has ended and whose files have all been read go on: to the analysis, or to its end where nothing is to be analysed.
   * May be called at any time, and as often as one likes.
   */
  settle(jobId: number, askAnalysis: AskAnalysis): Promise<void> {
    return this.jobs.settle(jobId, askAnalysis, this.clock.now());
  }

  /** As {@link settle}, for all whose reader or sender died before he could. */
  async settleLeft(askAnalysis: AskAnalysis): Promise<void> {
    for (const jobId of await this.jobs.listUnsettled()) await this.settle(jobId, askAnalysis);
  }

  /** Ends the jobs that wait for a run. @param on the transaction that ends the run; absent for one of its own */
  finishAnalysed(runId: string, outcome: { readonly failure: string | null }, on?: JobTransaction): Promise<void> {
    return this.jobs.finishAnalysed(runId, outcome.failure, this.clock.now(), on);
  }

  /** Whether files wait to be read or are being read. */
  isFilesLeft(): Promise<boolean> {
    return this.files.isAnyOpen();
  }

  /** Of these keys of the spool, those that belong to a file. */
  knownSpoolKeys(keys: readonly string[]): Promise<string[]> {
    return this.files.knownSpoolKeys(keys);
  }

  /** Ends the uploads that nobody has sent anything to for a while; what they have is kept. The caller settles them. */
  timeOutSilent(now = this.clock.now()): Promise<Upload[]> {
    const seconds = this.settings.uploadTimeout;
    const since = new Date(now.getTime() - seconds * 1000);
    return this.jobs.endSilent(since, now, `nothing was sent for ${seconds} s`);
  }

  private insert(
    jobId: number,
    file: SpooledFile,
    options: { readonly once: boolean },
    also: WithNewFile = nothing,
  ): Promise<AddedFile> {
    const withNewFile: WithNewFile = async (fileId, tx) => {
      await this.queue.add('ingest-file', { fileId }, {}, tx);
      await also(fileId, tx);
    };
    return this.files.insert(jobId, file, this.clock.now(), withNewFile, options);
  }

  private async notRunning(jobId: number): Promise<ConflictError | NotFoundError> {
    const job = await this.jobs.find(jobId);
    if (!job) return new NotFoundError('job', `there is no job ${jobId}`);
    return new ConflictError([
      { context: 'status', message: `the job is ${job.status}; only one that is running takes files and can be ended` },
    ]);
  }
}

import { Injectable } from '@nestjs/common';
import { AnalysisRuns } from '../../../analysis/runs/analysis-runs.js';
import { AuditService } from '../../../auth/audit/audit.service.js';
import { Clock } from '../../../base/clock.js';
import { Settings } from '../../../base/config/settings.js';
import { ConflictError } from '../../../base/errors.js';
import type { Transaction } from '../../../database/transaction.js';
import { Uploads } from '../../../ingest/uploads/uploads.repository.js';
import type { Job, JobEnd, NewJob } from './job.js';
import { JobRunsRepository } from './job-runs.repository.js';
import { changedMeanwhile, type JobStatus, noSuchJob, requireTransition } from './job-status.js';

export type { JobEnd };

/**
 * Jobs until the end of their collection. Concurrent calls, also on several instances, never move a job to an earlier state. Each job has
 * one upload, from its first batch on.
 */
@Injectable()
export class JobRunsService {
  constructor(
    private readonly runs: JobRunsRepository,
    private readonly uploads: Uploads,
    private readonly analysis: AnalysisRuns,
    private readonly audit: AuditService,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a ready job, and cancels older ready jobs of the same event.
   * @param on a transaction that has locked the client, so that it is not deleted before its job exists
   * @returns the id of the job; null if the occurrence has a job already
   */
  async create(job: NewJob, now: Date, on: Transaction): Promise<number | null> {
    const id = await this.runs.insertReady(job, now, on);
    if (id === null || job.eventId === null) return id;
    const message = `replaced by job ${id} of the same event before the client started it`;
    await this.runs.cancelOlder(job.eventId, id, message, now, on);
    return id;
  }

  /**
   * Cancels a job. The service still reads the data that it has sent.
   * @param by the name of the caller
   * @throws NotFoundError; ConflictError if the job has ended
   */
  async cancel(id: number, by: string): Promise<void> {
    const canceled = await this.audit.audited({ action: 'job.cancel', resource: `jobs/${id}` }, async (note) => {
      const changed = await this.runs.cancel(id, `by ${by}`, this.clock.now(), note);
      return changed ?? this.refuse(await this.get(id), 'canceled');
    });
    await this.closeUpload(canceled.upload_id);
  }

  /**
   * Cancels the ready and running jobs of a client in the transaction that deletes the client. The scheduler closes their uploads
   * (`closeEnded`).
   */
  cancelOpen(clientId: string, on: Transaction): Promise<void> {
    return this.runs.cancelOpen(clientId, 'its client was deleted', this.clock.now(), on);
  }

  /** @throws NotFoundError for a job of another client; ConflictError if the job is not ready or the client runs another one */
  async start(clientId: string, id: number): Promise<Job> {
    const isStarted = await this.runs.start(clientId, id, this.clock.now());
    const job = await this.get(id);
    if (isStarted) return job;
    if (job.clientId !== clientId) throw noSuchJob(id);
    return this.refuse(job, 'running');
  }

  /** Returns the running job of the client, if any, and resets its heartbeat. */
  async current(clientId: string): Promise<Job | null> {
    const job = await this.runs.findRunning(clientId);
    if (!job) return null;
    await this.runs.noteHeartbeat(job.id, this.clock.now());
    return job;
  }

  /** Does not reset the heartbeat. */
  async isRunning(clientId: string): Promise<boolean> {
    return (await this.runs.findRunning(clientId)) !== null;
  }

  /** Returns the job and the upload of a batch that the client has sent, and resets the heartbeat. Null if the client runs no job. */
  receiving(clientId: string): ReturnType<JobRunsRepository['receive']> {
    return this.runs.receive(clientId, this.clock.now(), (name, on) => this.startUpload(name, on));
  }

  /** Ends the running job of the client. Null if there is none. */
  async end(clientId: string, end: JobEnd): Promise<Job | null> {
    const ended = await this.runs.end(clientId, end, this.clock.now());
    if (!ended) return null;
    await this.closeUpload(ended.upload_id);
    return this.get(ended.id);
  }

  /** Logs a text for a running job. False if the log of the job is full. */
  log(id: number, text: string): Promise<boolean> {
    return this.runs.log(id, text, this.clock.now());
  }

  /**
   * Times out the jobs of silent clients. The service still reads the data that they have sent.
   * @returns their ids
   */
  async timeOutSilent(now: Date): Promise<number[]> {
    const seconds = this.settings.clientTimeout;
    const since = new Date(now.getTime() - seconds * 1000);
    const silent = await this.runs.timeOut(since, `its client was silent for ${seconds} s`, now);
    for (const { upload_id: uploadId } of silent) await this.closeUpload(uploadId);
    return silent.map(({ id }) => id);
  }

  /** Closes the uploads of ended jobs, if the process that ended the job died before it closed them. */
  async closeEnded(): Promise<void> {
    for (const uploadId of await this.runs.listUploadsToClose()) await this.closeUpload(uploadId);
  }

  private async get(id: number): Promise<Job> {
    const job = await this.runs.find(id);
    if (!job) throw noSuchJob(id);
    return job;
  }

  private refuse({ status }: Job, to: JobStatus): never {
    requireTransition(status, to);
    throw changedMeanwhile();
  }

  /** @returns the id of the upload */
  private async startUpload(clientName: string, on: Transaction): Promise<number> {
    const { id } = await this.uploads.startCollection(clientName, on);
    return id;
  }

  /** Refuses further batches. The service still reads and analyses the received ones. */
  private async closeUpload(uploadId: number | null): Promise<void> {
    if (uploadId === null) return;
    try {
      await this.uploads.end(uploadId);
    } catch (error) {
      // Another caller has closed it.
      if (!(error instanceof ConflictError)) throw error;
    }
    await this.uploads.continueAfterFiles(uploadId, (tx) => this.analysis.request(`upload ${uploadId}`, tx));
  }
}

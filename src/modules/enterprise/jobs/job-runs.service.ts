import { Injectable } from '@nestjs/common';
import { Clock } from '../../../base/clock.js';
import { Settings } from '../../../base/config/settings.js';
import type { Job, JobEnd } from './job.js';
import { JobResultsRepository } from './job-results.repository.js';
import { JobRunsRepository } from './job-runs.repository.js';
import { changedMeanwhile, noSuchJob, requireTransition } from './job-status.js';
import { JobUploads } from './job-uploads.js';

export type { JobEnd };

/** Jobs as their clients run them. Concurrent calls, also on several instances, never move a job to an earlier state. */
@Injectable()
export class JobRunsService {
  constructor(
    private readonly runs: JobRunsRepository,
    private readonly results: JobResultsRepository,
    private readonly uploads: JobUploads,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError for a job of another client; ConflictError if the job is not ready or the client runs another one */
  async start(clientId: string, id: number): Promise<Job> {
    if (!(await this.runs.start(clientId, id, this.clock.now()))) await this.refuseStart(clientId, id);
    return this.get(id);
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
    return this.runs.receive(clientId, this.clock.now(), (name, on) => this.uploads.start(name, on));
  }

  /** Ends the running job of the client. Null if there is none. */
  async end(clientId: string, end: JobEnd): Promise<Job | null> {
    const ended = await this.runs.end(clientId, end, this.clock.now());
    if (!ended) return null;
    if (ended.upload_id !== null) await this.uploads.close(ended.upload_id);
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
    for (const { upload_id: uploadId } of silent) if (uploadId !== null) await this.uploads.close(uploadId);
    return silent.map(({ id }) => id);
  }

  /** Closes the uploads of ended jobs, if the process that ended the job died before it closed them. */
  async closeEnded(): Promise<void> {
    for (const uploadId of await this.results.listUploadsToClose()) await this.uploads.close(uploadId);
  }

  private async refuseStart(clientId: string, id: number): Promise<never> {
    const job = await this.runs.find(id);
    if (job?.clientId !== clientId) throw noSuchJob(id);
    requireTransition(job.status, 'running');
    throw changedMeanwhile();
  }

  private async get(id: number): Promise<Job> {
    const job = await this.runs.find(id);
    if (!job) throw noSuchJob(id);
    return job;
  }
}

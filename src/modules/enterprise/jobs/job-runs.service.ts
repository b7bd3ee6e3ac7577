import { Injectable } from '@nestjs/common';
import { Clock } from '../../../base/clock.js';
import { Settings } from '../../../base/config/settings.js';
import { changedMeanwhile, noSuchJob } from './job-errors.js';
import { JobIngest } from './job-ingest.js';
import type { MovedJob } from './job-moves.repository.js';
import type { JobEnd, JobRun, ReceivingJob } from './job-run.js';
import { JobResultsRepository } from './job-results.repository.js';
import { JobRunsRepository } from './job-runs.repository.js';
import { requireTransition } from './job-status.js';
import { logLine } from './log-line.js';

export type { JobEnd };

/**
 * The life of jobs to the end of their collection, but for what users do (JobOrdersService); what comes after is in JobResultsService.
 * However many call at once, on however many instances, a job never goes back.
 */
@Injectable()
export class JobRunsService {
  constructor(
    private readonly runs: JobRunsRepository,
    private readonly results: JobResultsRepository,
    private readonly ingest: JobIngest,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /**
   * The client takes a job.
   * @throws NotFoundError where it is not the client's; ConflictError where it is not ready, or the client runs another
   */
  async start(clientId: string, id: number): Promise<JobRun> {
    if (!(await this.runs.start(clientId, id, this.clock.now()))) await this.refuseStart(clientId, id);
    return this.get(id);
  }

  /** What the client runs; null where it runs nothing. To ask is to say that it is at it. */
  async current(clientId: string): Promise<JobRun | null> {
    const job = await this.runs.findRunning(clientId);
    if (!job) return null;
    await this.runs.noteHeartbeat(job.id, this.clock.now());
    return job;
  }

  /** Whether the client runs a job; to ask says nothing. */
  async isRunning(clientId: string): Promise<boolean> {
    return (await this.runs.findRunning(clientId)) !== null;
  }

  /** Where the batch belongs that the client has sent; null where it runs nothing. It counts as a heartbeat. */
  receiving(clientId: string): Promise<ReceivingJob | null> {
    return this.runs.receive(clientId, this.clock.now(), (name, on) => this.ingest.start(name, on));
  }

  /**
   * The client ends what it runs. Where it sent nothing, the job is at its end.
   * @returns the job; null where the client runs nothing
   */
  async end(clientId: string, { outcome, message }: JobEnd): Promise<JobRun | null> {
    const ended = await this.runs.end(clientId, { outcome, message: logLine(message) }, this.clock.now());
    if (!ended) return null;
    await this.close(ended);
    return this.get(ended.id);
  }

  /**
   * Ends the jobs of clients that have fallen silent. What they have sent is read nonetheless.
   * @returns their ids
   */
  async timeOutSilent(now = this.clock.now()): Promise<number[]> {
    const seconds = this.settings.clientTimeout;
    const since = new Date(now.getTime() - seconds * 1000);
    const silent = await this.runs.timeOut(since, `its client was silent for ${seconds} s`, now);
    for (const job of silent) await this.close(job);
    return silent.map(({ id }) => id);
  }

  /** Lets no more batches come to jobs that have ended, whoever died before he could see to that. */
  async closeEnded(): Promise<void> {
    for (const uploadId of await this.results.listUnclosedIngest()) await this.ingest.close(uploadId);
  }

  private async close({ upload_id: uploadId }: MovedJob): Promise<void> {
    if (uploadId !== null) await this.ingest.close(uploadId);
  }

  private async refuseStart(clientId: string, id: number): Promise<never> {
    const job = await this.runs.find(id);
    if (job?.clientId !== clientId) throw noSuchJob(id);
    requireTransition(job.status, 'running');
    throw changedMeanwhile();
  }

  private async get(id: number): Promise<JobRun> {
    const job = await this.runs.find(id);
    if (!job) throw noSuchJob(id);
    return job;
  }
}

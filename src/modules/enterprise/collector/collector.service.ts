import { Injectable, Logger } from '@nestjs/common';
import type { ClientIdentity } from '../../../auth/principal.js';
import { ConflictError, NotFoundError } from '../../../base/errors.js';
import type { JsonText } from '../../../http/json-text.js';
import type { ClientReport } from '../clients/client.dto.js';
import { ClientsService } from '../clients/clients.service.js';
import { type JobEnd, JobRunsService } from '../jobs/job-runs.service.js';
import { JobsService } from '../jobs/jobs.service.js';

/** Limits the texts of clients in the log of the service. */
const maxLoggedCharacters = 2_000;

/** Calls of collection clients. Each call updates `last_checkin`. */
@Injectable()
export class CollectorService {
  private readonly logger = new Logger('Collector');

  constructor(
    private readonly clients: ClientsService,
    private readonly jobs: JobsService,
    private readonly runs: JobRunsService,
  ) {}

  /** Stores the report of a client that has started. `{ data: client }`, with its running job if it has one. */
  async checkIn({ id }: ClientIdentity, report: ClientReport): Promise<JsonText> {
    await this.clients.checkIn(id, report);
    // Resets the heartbeat of the job.
    await this.runs.current(id);
    return this.clients.get(id);
  }

  /** `{ data: [job, …] }`: the jobs that the client may start, earliest due first. */
  async available({ id }: ClientIdentity): Promise<JsonText> {
    await this.clients.checkIn(id);
    return this.jobs.listReady(id);
  }

  /** `{ data: job }`. @throws NotFoundError for a job of another client; ConflictError if the job cannot start now */
  async start({ id }: ClientIdentity, jobId: number): Promise<JsonText> {
    await this.clients.checkIn(id);
    try {
      await this.runs.start(id, jobId);
    } catch (error) {
      throw error instanceof NotFoundError ? new NotFoundError('body.id', `there is no job ${jobId}`) : error;
    }
    return this.jobs.get(jobId);
  }

  /** `{ data: job }`. Resets the heartbeat. @throws NotFoundError if the client runs no job */
  async current({ id }: ClientIdentity): Promise<JsonText> {
    await this.clients.checkIn(id);
    const job = await this.runs.current(id);
    if (!job) throw new NotFoundError('job', 'the client runs no job', 'job.not_running');
    return this.jobs.get(job.id);
  }

  /** `{ data: job }`. @throws ConflictError if the client runs no job */
  async end({ id }: ClientIdentity, end: JobEnd): Promise<JsonText> {
    await this.clients.checkIn(id);
    const job = await this.runs.end(id, end);
    if (!job) throw noRunningJob();
    return this.jobs.get(job.id);
  }

  /** Writes an error of the client to the log of its running job; if there is none or its log is full, to the log of the service. */
  async noteError({ id, name }: ClientIdentity, text: string): Promise<void> {
    await this.clients.checkIn(id);
    const job = await this.runs.current(id);
    if (job && (await this.runs.log(job.id, `error of the client: ${text}`))) return;
    this.logger.warn(
      `error of the client ${name}, which runs ${job ? `job ${job.id}` : 'no job'}: ${text.slice(0, maxLoggedCharacters)}`,
    );
  }
}

export function noRunningJob(): ConflictError {
  const message = 'the client runs no job; it has to start one of those that GET /api/v2/jobs/available lists';
  return ConflictError.at('job.not_running', 'job', message);
}

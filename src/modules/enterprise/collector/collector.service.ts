import { Injectable, Logger } from '@nestjs/common';
import type { ClientIdentity } from '../../../auth/principal.js';
import { ConflictError, NotFoundError } from '../../../base/errors.js';
import type { JsonText } from '../../../http/json-text.js';
import { type ClientReport, ClientsService } from '../clients/clients.service.js';
import type { JobRecordDto } from '../jobs/dto/job.dto.js';
import { JobResultsService } from '../jobs/job-results.service.js';
import { type JobEnd, JobRunsService } from '../jobs/job-runs.service.js';
import { JobsService } from '../jobs/jobs.service.js';
import type { CollectorClientDto } from './dto/collector-client.dto.js';

/** Most characters of what a client says that go to the log of the service. */
const mostLogged = 2_000;

interface Enveloped<T> {
  readonly data: T;
}

/** What a collection client says and asks. Every call of a client shows that it is there. */
@Injectable()
export class CollectorService {
  private readonly logger = new Logger('Collector');

  constructor(
    private readonly clients: ClientsService,
    private readonly jobs: JobsService,
    private readonly runs: JobRunsService,
    private readonly results: JobResultsService,
  ) {}

  /** The client has started. @returns what is known of it, with the job that it ran before, if any */
  async checkIn({ id }: ClientIdentity, report: ClientReport): Promise<CollectorClientDto> {
    await this.clients.checkIn(id, report);
    const running = await this.runs.current(id);
    const client: Enveloped<Omit<CollectorClientDto, 'current_job'>> = JSON.parse(
      (await this.clients.getWire(id)).text,
    );
    const job: Enveloped<JobRecordDto> | null = running && JSON.parse((await this.jobs.get(running.id)).text);
    return { ...client.data, current_job: job && job.data };
  }

  /** `{ data: [job, …] }`: those that it may start, the earliest due first. */
  async available({ id }: ClientIdentity): Promise<JsonText> {
    await this.clients.checkIn(id);
    return this.jobs.listReady(id);
  }

  /** `{ data: job }`. @throws NotFoundError where it is not the client's; ConflictError where it can't be started now */
  async start({ id }: ClientIdentity, jobId: number): Promise<JsonText> {
    await this.clients.checkIn(id);
    try {
      await this.runs.start(id, jobId);
    } catch (error) {
      throw error instanceof NotFoundError ? new NotFoundError('body.id', `there is no job ${jobId}`) : error;
    }
    return this.jobs.get(jobId);
  }

  /** `{ data: job }`: what it runs. To ask is to say that it is at it. @throws NotFoundError where it runs none */
  async current({ id }: ClientIdentity): Promise<JsonText> {
    await this.clients.checkIn(id);
    const job = await this.runs.current(id);
    if (!job) throw new NotFoundError('job', 'the client runs no job', 'job.not_running');
    return this.jobs.get(job.id);
  }

  /** `{ data: job }`. @throws ConflictError where it runs none */
  async end({ id }: ClientIdentity, end: JobEnd): Promise<JsonText> {
    await this.clients.checkIn(id);
    const job = await this.runs.end(id, end);
    if (!job) throw noRunningJob();
    return this.jobs.get(job.id);
  }

  /** Something went wrong there: it goes to the log of the job that it runs, or else, also where that is full, to that of the service. */
  async noteError({ id, name }: ClientIdentity, text: string): Promise<void> {
    await this.clients.checkIn(id);
    const job = await this.runs.current(id);
    if (job && (await this.results.noteInRun(job.id, `error of the client: ${text}`))) return;
    this.logger.warn(
      `error of the client ${name}, which runs ${job ? `job ${job.id}` : 'no job'}: ${text.slice(0, mostLogged)}`,
    );
  }
}

export function noRunningJob(): ConflictError {
  const message = 'the client runs no job; it has to start one of those that GET /api/v2/jobs/available lists';
  return new ConflictError([{ code: 'job.not_running', context: 'job', message }]);
}

import { Injectable } from '@nestjs/common';
import { Clock } from '../../../base/clock.js';
import type { JsonText } from '../../../http/json-text.js';
import type { FinishedJob } from './job.js';
import { noSuchJob } from './job-status.js';
import type { JobListRequest } from './jobs.fields.js';
import { JobsRepository } from './jobs.repository.js';

@Injectable()
export class JobsService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly clock: Clock,
  ) {}

  listFinished(request: JobListRequest): Promise<JsonText> {
    return this.jobs.listFinished(request);
  }

  list(request: JobListRequest): Promise<JsonText> {
    return this.jobs.list(request);
  }

  /**
   * `{ data: job }`
   * @throws NotFoundError
   */
  async get(id: number): Promise<JsonText> {
    const job = await this.jobs.find(id);
    if (!job) throw noSuchJob(id);
    return job;
  }

  /** `{ data: [job, …] }`: the ready jobs of a client, earliest due first. */
  listReady(clientId: string): Promise<JsonText> {
    return this.jobs.listReady(clientId);
  }

  /**
   * Returns the log of a job, one event a line: `2026-03-01T01:00:04.170Z running`.
   * @throws NotFoundError
   */
  async log(id: number): Promise<string> {
    const lines = await this.jobs.listLog(id);
    if (!lines) throw noSuchJob(id);
    return lines.map(({ at, line }) => `${at.toISOString()} ${line}\n`).join('');
  }

  /** Stores a job that ran before. @returns its id */
  record(job: FinishedJob): Promise<number> {
    return this.jobs.insert(job, this.clock.now());
  }
}

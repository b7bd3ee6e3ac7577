import { Injectable } from '@nestjs/common';
import { Clock } from '../../../base/clock.js';
import type { JsonText } from '../../../http/json-text.js';
import { advance, type FinishedJobDraft, type Job, readyJob } from './job.js';
import { noSuchJob, pathBetween } from './job-status.js';
import type { JobListRequest } from './jobs.list.js';
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
    const job = await this.jobs.findWire(id);
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

  /**
   * Stores a job that ran before, by the same state transitions as a job that runs now.
   * @returns its id
   * @throws ConflictError if a job without a start has a state other than `canceled`
   */
  async record(draft: FinishedJobDraft): Promise<number> {
    return this.jobs.insert(replay(draft), draft.results, this.clock.now());
  }
}

function replay(draft: FinishedJobDraft): Job {
  const { startTime, endTime, status, statusMessage, lastIngest, logPath, results: _, ...ready } = draft;
  const begun = startTime ? advance(readyJob(ready), 'running', startTime) : readyJob(ready);
  const path = startTime ? pathBetween('running', status) : [status];
  const ended = path.reduce((job, next) => advance(job, next, endTime), begun);
  return { ...ended, statusMessage, lastIngest, logPath };
}

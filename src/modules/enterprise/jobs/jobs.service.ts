import { Injectable } from '@nestjs/common';
import { Clock } from '../../../base/clock.js';
import type { JsonText } from '../../../http/json-text.js';
import { noSuchJob } from './job-errors.js';
import { pathBetween } from './job-status.js';
import { advance, type FinishedJobDraft, type Job, readyJob } from './job.js';
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

  /** `{ data: [job, …] }`: those that the client may take, the earliest due first. */
  listReady(clientId: string): Promise<JsonText> {
    return this.jobs.listReady(clientId);
  }

  /**
   * Keeps a job that ran already, taken through the same states as one that runs now.
   * @returns its id
   * @throws ConflictError where its last state can't be reached: one that never began can only have been canceled
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

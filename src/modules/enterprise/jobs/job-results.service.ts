import { Injectable } from '@nestjs/common';
import { Clock } from '../../../base/clock.js';
import type { Transaction } from '../../../database/transaction.js';
import { noSuchJob } from './job-errors.js';
import { JobResultsRepository } from './job-results.repository.js';
import type { JobResult, SendingJob } from './job-run.js';
import { JobRunsRepository } from './job-runs.repository.js';

/** The life of jobs after their collection, and the logs of all. */
@Injectable()
export class JobResultsService {
  constructor(
    private readonly results: JobResultsRepository,
    private readonly runs: JobRunsRepository,
    private readonly clock: Clock,
  ) {}

  /** What a job sent has been read. False where none waits for that. */
  toAnalyzing(uploadId: number, on?: Transaction): Promise<boolean> {
    return this.results.toAnalyzing(uploadId, this.clock.now(), on);
  }

  /** The job that sent what that upload holds. */
  findSender(uploadId: number, on: Transaction): Promise<SendingJob | null> {
    return this.results.findSender(uploadId, on);
  }

  /** Writes down what came of what a job sent, and ends it; the state of one whose collection was cut off stays. False where there is none. */
  finish(uploadId: number, result: JobResult, on?: Transaction): Promise<boolean> {
    return this.results.finish(uploadId, result, this.clock.now(), on);
  }

  /** Adds what is said of a job that runs to its log. False where that is full. */
  noteInRun(id: number, text: string): Promise<boolean> {
    return this.results.noteInRun(id, text, this.clock.now());
  }

  /**
   * What has happened to a job, a line each with its time in front.
   * @throws NotFoundError
   */
  async log(id: number): Promise<string> {
    if (!(await this.runs.find(id))) throw noSuchJob(id);
    const lines = await this.results.listLog(id);
    return lines.map(({ at, line }) => `${at.toISOString()} ${line}\n`).join('');
  }
}

import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Database } from '../../../database/database.js';
import { arrayToken, objectToken } from '../../../database/sql/json-token.js';
import { GraphKeeper } from '../../../graph/memory/graph-keeper.js';
import type { JsonText } from '../../../http/json-text.js';
import { jsonOf, oneJsonOf } from '../../../http/list/json-of.js';
import { JobDomainResultEntity } from './job-domain-result.entity.js';
import { JobEntity } from './job.entity.js';
import { finishedJobsSql, type JobPageStatement, jobsSql } from './job-sql.js';
import type { FinishedJob, Job } from './job.js';
import { type JobListRequest, jobRecordShape } from './jobs.fields.js';
import { scopeFlags } from '../scope/collection-scope.fields.js';

const jobRecord = jobRecordShape.tokenFor({ ...scopeFlags, version: '$2::bigint', obstacle: '$3::text' });

const oneJob = `SELECT ${objectToken({ data: jobRecord })} AS json FROM job WHERE job.id = $1`;

const readyJobs = `SELECT ${objectToken({
  data: arrayToken(jobRecord, `job WHERE job.client_id = $1 AND job.status = 'ready'`, 'job.execution_time, job.id'),
})} AS json`;

/** A job of any state with its results. */
type StoredJob = Omit<FinishedJob, TimesAndStatus> & Pick<Job, TimesAndStatus>;
type TimesAndStatus = 'status' | 'startTime' | 'endTime';

@Injectable()
export class JobsRepository {
  constructor(
    private readonly database: Database,
    private readonly graph: GraphKeeper,
    @InjectRepository(JobEntity) private readonly jobs: Repository<JobEntity>,
  ) {}

  listFinished(request: JobListRequest): Promise<JsonText> {
    return this.page(finishedJobsSql(request, this.graph.shown));
  }

  list(request: JobListRequest): Promise<JsonText> {
    return this.page(jobsSql(request, this.graph.shown));
  }

  /** `{ data: job }` */
  find(id: number): Promise<JsonText | null> {
    return jsonOf(this.database, oneJob, [id, ...this.graph.shown]);
  }

  /** `{ data: [job, …] }`, earliest due first. */
  listReady(clientId: string): Promise<JsonText> {
    return oneJsonOf(this.database, readyJobs, [clientId, ...this.graph.shown]);
  }

  /** The log of a job in order; null if the job does not exist. */
  async listLog(id: number): Promise<{ readonly at: Date; readonly line: string }[] | null> {
    const rows = await this.database.query<{ at: Date | null; line: string | null }>(
      'SELECT at, line FROM job LEFT JOIN job_log ON job_log.job_id = job.id WHERE job.id = $1 ORDER BY job_log.id',
      [id],
    );
    if (rows.length === 0) return null;
    return rows.flatMap(({ at, line }) => (at !== null && line !== null ? [{ at, line }] : []));
  }

  /** @returns the id of the job */
  insert({ results, ...job }: StoredJob, now: Date): Promise<number> {
    const times = { createdAt: now, updatedAt: now, deletedAt: null };
    return this.jobs.manager.transaction(async (manager) => {
      const row = manager.create(JobEntity, { ...job, ...times });
      await manager.insert(JobEntity, row);
      const resultRows = results.map(({ counts, ...result }) =>
        manager.create(JobDomainResultEntity, { ...result, ...counts, ...times, jobId: row.id }),
      );
      await manager.insert(JobDomainResultEntity, resultRows);
      return row.id;
    });
  }

  private page({ text, values, isCommon }: JobPageStatement): Promise<JsonText> {
    return oneJsonOf(this.database, text, values, { isPrepared: isCommon });
  }
}

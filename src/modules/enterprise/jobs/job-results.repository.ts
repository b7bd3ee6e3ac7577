import { Injectable } from '@nestjs/common';
import { Database, sqlIn } from '../../../database/database.js';
import type { Transaction } from '../../../database/transaction.js';
import { DeletesExpired } from '../../../queue/background-work.js';
import { type DomainResult, domainResultCounts } from './domain-result.js';
import type { JobResult, NamedDomain, SendingJob } from './job-result.js';
import type { JobStatus } from './job-status.js';
import { logLines, transition, transitionThrough } from './job-transitions.repository.js';

const insertResult = `
  INSERT INTO job_domain_result (job_id, created_at, updated_at, domain_name, success, message, ${domainResultCounts.join(', ')})
  VALUES ($1, $2, $2, $3, $4, $5, ${domainResultCounts.map((_, index) => `$${index + 6}`).join(', ')})`;

const findSender = `
  SELECT job.status, ARRAY(
    SELECT jsonb_build_object('id', asked.id, 'name', coalesce(nullif(node.name, ''), asked.id))
    FROM unnest(job.domains) WITH ORDINALITY asked (id, place) LEFT JOIN node ON node.objectid = asked.id
    ORDER BY asked.place) AS domains
  FROM job WHERE job.upload_id = $1`;

/** The states of jobs whose upload may still be read: they wait for it, or ended before the collection was complete. */
const mayAwaitResults: readonly JobStatus[] = ['ingesting', 'analyzing', 'failed', 'timed_out', 'canceled'];

/**
 * Deletes jobs with their results, logs and uploads. A job whose upload is not finished is kept, whatever its state; the
 * first condition is the condition of the index `job_finished`. Deletes few at a time, because a job may have thousands of results.
 */
const deleteSome = `
  WITH old AS (
    SELECT job.id, upload_id FROM job
    WHERE status NOT IN ('ready', 'running') AND end_time < $1 AND status NOT IN ('ingesting', 'analyzing')
      AND NOT EXISTS (SELECT FROM upload sent WHERE sent.id = job.upload_id AND sent.finished_at IS NULL)
    LIMIT 100),
  sent AS (DELETE FROM upload USING old WHERE upload.id = old.upload_id)
  DELETE FROM job USING old WHERE job.id = old.id`;

/** Results of jobs, which follow from their uploads. */
@Injectable()
export class JobResultsRepository {
  constructor(private readonly database: Database) {}

  /** False if no job with that upload is `ingesting`. */
  async toAnalyzing(uploadId: number, at: Date, on: Transaction): Promise<boolean> {
    const change = { to: 'analyzing', message: '', at } as const;
    return (await transition(sqlIn(on), change, 'upload_id = $5', [uploadId])).length > 0;
  }

  async findSender(uploadId: number, on: Transaction): Promise<SendingJob | null> {
    const [job] = await sqlIn(on).query<{ status: JobStatus; domains: NamedDomain[] }>(findSender, [uploadId]);
    return job ? { cutOff: isWaiting(job.status) ? null : job.status, domains: job.domains } : null;
  }

  /**
   * Stores the results and the log of a job, and ends the job. One that failed, timed out or was canceled keeps its state.
   * False if no job needs the result.
   */
  async finish(uploadId: number, result: JobResult, at: Date, on: Transaction): Promise<boolean> {
    const sql = sqlIn(on);
    const [job] = await sql.query<{ id: number; status: JobStatus }>(
      'SELECT id, status FROM job WHERE upload_id = $1 AND status = ANY ($2) FOR UPDATE',
      [uploadId, mayAwaitResults],
    );
    if (!job) return false;
    for (const domain of result.results) await sql.query(insertResult, [job.id, at, ...valuesOf(domain)]);
    await logLines(sql, job.id, result.lines, at);
    if (isWaiting(job.status)) {
      await transitionThrough(sql, job.id, job.status, { to: result.status, message: result.message, at });
    }
    return true;
  }

  @DeletesExpired({ name: 'jobs', days: ({ retentionJobs }) => retentionJobs })
  deleteExpired(endedBefore: Date): Promise<number> {
    return this.database.execute(deleteSome, [endedBefore]);
  }
}

function isWaiting(status: JobStatus): boolean {
  return status === 'ingesting' || status === 'analyzing';
}

function valuesOf({ domainName, success, message, counts }: DomainResult): (string | boolean | number)[] {
  return [domainName, success, message, ...domainResultCounts.map((name) => counts[name])];
}

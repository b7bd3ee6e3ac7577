import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { AuditNote } from '../../../auth/audit/audit-entry.js';
import { snakeCased } from '../../../base/values/letter-case.js';
import { Database, sqlIn, type SqlRunner, type SqlValue } from '../../../database/database.js';
import { unlessTaken } from '../../../database/driver-errors.js';
import { rowSql } from '../../../database/sql/row-sql.js';
import type { Transaction } from '../../../database/transaction.js';
import type { Job, JobEnd, NewJob } from './job.js';
import { runsAnother } from './job-status.js';
import {
  type ChangedJob,
  logLine,
  logWhileRunning,
  transition,
  transitionThrough,
} from './job-transitions.repository.js';
import { JobEntity } from './job.entity.js';

/** Jobs until the end of their collection. Each change locks the row or has the previous states in its condition. */
@Injectable()
export class JobRunsRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(JobEntity) private readonly jobs: Repository<JobEntity>,
  ) {}

  find(id: number): Promise<Job | null> {
    return this.jobs.findOneBy({ id });
  }

  findRunning(clientId: string): Promise<Job | null> {
    return this.jobs.findOneBy({ clientId, status: 'running' });
  }

  /**
   * An event makes one job for each of its occurrences, no matter how many instances try.
   * @returns its id; null if the occurrence has a job already
   */
  async insertReady(job: NewJob, now: Date, on: Transaction): Promise<number | null> {
    const row = snakeCased({
      ...job,
      executionTime: job.occurrence ?? now,
      status: 'ready',
      statusMessage: '',
      createdAt: now,
      updatedAt: now,
    });
    const line = job.eventId === null ? 'ready: made on demand' : `ready: made by event ${job.eventId}`;
    const values: SqlValue[] = [now, line];
    const sql = `
      WITH made AS (INSERT INTO job ${rowSql(row, values)} ON CONFLICT (event_id, occurrence) DO NOTHING RETURNING id),
        logged AS (INSERT INTO job_log (job_id, at, line) SELECT id, $1::timestamptz, $2 FROM made)
      SELECT id FROM made`;
    const [made] = await sqlIn(on).query<{ id: number }>(sql, values);
    return made?.id ?? null;
  }

  /** Cancels the other ready jobs of an event. */
  async cancelOlder(eventId: number, newest: number, message: string, at: Date, on: Transaction): Promise<void> {
    const change = { to: 'canceled', from: ['ready'], message, at } as const;
    await transition(sqlIn(on), change, 'event_id = $5 AND id <> $6', [eventId, newest]);
  }

  /** Cancels the ready and running jobs of a client. */
  async cancelOpen(clientId: string, message: string, at: Date, on: Transaction): Promise<void> {
    await transition(sqlIn(on), { to: 'canceled', message, at }, 'client_id = $5', [clientId]);
  }

  /**
   * False if the job is not ready or belongs to another client.
   * @throws ConflictError if the client runs another job
   */
  async start(clientId: string, id: number, at: Date): Promise<boolean> {
    const change = { to: 'running', message: '', at } as const;
    const started = transition(this.database, change, 'id = $5 AND client_id = $6', [id, clientId]);
    return (await unlessTaken(started, runsAnother)).length > 0;
  }

  /** Null if the job has ended or does not exist; then `note` is not called. */
  cancel(id: number, message: string, at: Date, note: AuditNote): Promise<ChangedJob | null> {
    return this.database.transaction(async (tx) => {
      const [job] = await transition(tx, { to: 'canceled', message, at }, 'id = $5', [id]);
      if (!job) return null;
      await note(tx);
      return job;
    });
  }

  async noteHeartbeat(id: number, at: Date): Promise<void> {
    await this.database.prepared(
      `UPDATE job SET last_heartbeat_at = greatest(last_heartbeat_at, $2) WHERE id = $1 AND status = 'running'`,
      [id, at],
    );
  }

  /**
   * Notes that the running job of the client receives a batch now.
   * @param startUpload creates the upload of the job in the transaction, and returns its id
   * @returns null if the client runs no job
   */
  receive(
    clientId: string,
    at: Date,
    startUpload: (clientName: string, on: Transaction) => Promise<number>,
  ): Promise<{ readonly jobId: number; readonly uploadId: number } | null> {
    return this.database.transaction(async (tx) => {
      const job = await lockRunning(tx, clientId);
      if (!job) return null;
      const uploadId = job.upload_id ?? (await startUpload(job.client_name, tx));
      await tx.prepared(
        `UPDATE job SET upload_id = $2, last_ingest = greatest(last_ingest, $3),
           last_heartbeat_at = greatest(last_heartbeat_at, $3) WHERE id = $1`,
        [job.id, uploadId, at],
      );
      return { jobId: job.id, uploadId };
    });
  }

  /** Ends the running job of the client; a job without an upload becomes `complete` at once. Null if the client runs no job. */
  end(clientId: string, { outcome, message }: JobEnd, at: Date): Promise<ChangedJob | null> {
    return this.database.transaction(async (tx) => {
      const job = await lockRunning(tx, clientId);
      if (!job) return null;
      const collected = job.upload_id === null ? 'complete' : 'ingesting';
      const to = outcome === 'failed' ? 'failed' : collected;
      await transitionThrough(tx, job.id, 'running', { to, message: logLine(message), at });
      return job;
    });
  }

  /** Times out the jobs without a heartbeat since that time. */
  timeOut(since: Date, message: string, at: Date): Promise<ChangedJob[]> {
    const silent = 'coalesce(last_heartbeat_at, start_time) < $5';
    return this.database.transaction((tx) => transition(tx, { to: 'timed_out', message, at }, silent, [since]));
  }

  /** Ids of uploads that still accept files although their jobs have ended. */
  async listUploadsToClose(): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT upload.id FROM upload JOIN job ON job.upload_id = upload.id
       WHERE upload.status = 'running' AND job.status NOT IN ('ready', 'running') ORDER BY upload.id`,
    );
    return rows.map(({ id }) => id);
  }

  /** Writes a line to the log of a running job. False if the log is full. */
  log(id: number, text: string, at: Date): Promise<boolean> {
    return logWhileRunning(this.database, id, text, at);
  }
}

interface LockedJob extends ChangedJob {
  readonly client_name: string;
}

async function lockRunning(sql: SqlRunner, clientId: string): Promise<LockedJob | undefined> {
  const [job] = await sql.prepared<LockedJob>(
    `SELECT id, upload_id, client_name FROM job WHERE client_id = $1 AND status = 'running' FOR UPDATE`,
    [clientId],
  );
  return job;
}

import { Injectable } from '@nestjs/common';
import { Database, type SqlRunner } from '../../database/database.js';
import { type UploadFileStatus, type UploadStatus, requireJobTransition } from './upload-status.js';
import { UploadListeners } from './upload-listeners.js';
import type { FileCounts, IngestAccount, Upload, UploadKind } from './upload.js';
import { outcomeOfJob } from './upload-outcome.js';

/** Asks for a run of the analysis in the transaction given. @returns its id */
export type AskAnalysis = (tx: SqlRunner) => Promise<string>;

/** Does something with a job in the transaction that starts or ends it. */
export type WithJob = (job: Upload, tx: SqlRunner) => Promise<void>;

interface JobState {
  readonly status: UploadStatus;
  readonly message: string;
}

interface JobRow {
  readonly id: number;
  readonly kind: UploadKind;
  readonly account_id: string | null;
  readonly account_name: string;
  readonly status: UploadStatus;
  readonly status_message: string;
  readonly silence: string | null;
  readonly started_at: Date;
  readonly last_activity_at: Date;
  readonly ended_at: Date | null;
  readonly finished_at: Date | null;
  readonly analysis_run_id: string | null;
}

const start = `
  INSERT INTO upload (kind, account_id, account_name, status, started_at, last_activity_at)
  VALUES ($1, $2, $3, 'running', $4, $4) RETURNING *`;

const countFiles = 'SELECT status, count(*)::integer AS files FROM upload_file WHERE job_id = $1 GROUP BY status';

/** Jobs. Every change of a state locks its row, or has the state in its condition. */
@Injectable()
export class UploadsRepository {
  constructor(
    private readonly database: Database,
    private readonly listeners: UploadListeners,
  ) {}

  async insert(kind: UploadKind, account: IngestAccount, now: Date, on: SqlRunner = this.database): Promise<Upload> {
    const [row] = await on.query<JobRow>(start, [kind, account.id, account.name, now]);
    if (!row) throw new Error('an insert gives a row');
    return toJob(row);
  }

  /** @param also runs in the same transaction */
  startUpload(account: IngestAccount, now: Date, also: WithJob): Promise<Upload> {
    return this.database.transaction(async (tx) => {
      const job = await this.insert('upload', account, now, tx);
      await also(job, tx);
      return job;
    });
  }

  async find(id: number): Promise<Upload | null> {
    const [row] = await this.database.prepared<JobRow>('SELECT * FROM upload WHERE id = $1', [id]);
    return row ? toJob(row) : null;
  }

  /** False where it does not run. */
  async touch(id: number, now: Date, on: SqlRunner = this.database): Promise<boolean> {
    const rows = await on.prepared(
      `UPDATE upload SET last_activity_at = greatest(last_activity_at, $2)
       WHERE id = $1 AND status = 'running' RETURNING id`,
      [id, now],
    );
    return rows.length > 0;
  }

  /** Stops accepting files. Null if the job does not run. @param also runs in the same transaction */
  end(id: number, now: Date, also: WithJob): Promise<Upload | null> {
    return this.database.transaction(async (tx) => {
      const [row] = await lockJobs(tx, 'running', 'id = $1', id);
      if (!row) return null;
      const job = await this.close(tx, row, now, null);
      await also(job, tx);
      return job;
    });
  }

  /** Ends the uploads that have been silent since before `since`. */
  endSilent(since: Date, now: Date, silence: string): Promise<Upload[]> {
    return this.database.transaction(async (tx) => {
      const ended: Upload[] = [];
      const silent = await lockJobs(tx, 'running', "last_activity_at < $1 AND kind = 'upload'", since);
      for (const row of silent) ended.push(await this.close(tx, row, now, silence));
      return ended;
    });
  }

  /** Jobs that take no more files and whose files have all ended: somebody died before he could settle them. */
  async listUnsettled(): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM upload job WHERE status = 'ingesting' AND NOT EXISTS (
         SELECT FROM upload_file WHERE job_id = job.id AND status IN ('queued', 'reading')) ORDER BY id`,
    );
    return rows.map(({ id }) => id);
  }

  /** Lets a job that has ended, and whose files have, go on: to the analysis, or to its end. Any other is left as it is. */
  settle(id: number, askAnalysis: AskAnalysis, now: Date): Promise<void> {
    return this.database.transaction(async (tx) => {
      const [job] = await lockJobs(tx, 'ingesting', 'id = $1', id);
      const files = await fileCounts(tx, id);
      if (!job || files.queued + files.reading > 0) return;
      if (files.complete + files.incomplete === 0) {
        await this.move(tx, job, outcomeOfJob(files, job.silence), now);
        return;
      }
      const run = await askAnalysis(tx);
      await this.move(
        tx,
        { ...job, analysis_run_id: run },
        { status: 'analyzing', message: 'waits for the analysis' },
        null,
      );
    });
  }

  /** Ends the jobs that wait for a run. @param failure why it failed; null where it is complete */
  async finishAnalysed(runId: string, failure: string | null, now: Date, on?: SqlRunner): Promise<void> {
    if (!on) return this.database.transaction((tx) => this.finishAnalysed(runId, failure, now, tx));
    const jobs = await lockJobs(on, 'analyzing', 'analysis_run_id = $1', runId);
    for (const job of jobs) {
      await this.move(on, job, outcomeOfJob(await fileCounts(on, job.id), job.silence, failure), now);
    }
  }

  /** Counting comes after the lock, in a statement of its own: only then does it see what was added before the lock was had. */
  private async close(tx: SqlRunner, job: JobRow, now: Date, silence: string | null): Promise<Upload> {
    const files = await fileCounts(tx, job.id);
    const isEmpty = Object.values(files).every((count) => count === 0);
    const to: JobState = isEmpty
      ? outcomeOfJob(files, silence)
      : { status: 'ingesting', message: silence ?? 'its files are being read' };
    return this.move(tx, { ...job, ended_at: now, silence }, to, isEmpty ? now : null);
  }

  /** @param from the row as it is, with what else is to change */
  private async move(tx: SqlRunner, from: JobRow, to: JobState, finishedAt: Date | null): Promise<Upload> {
    const job = await writeState(tx, from, to, finishedAt);
    await this.listeners.tell(job, tx);
    return job;
  }
}

/** In the order of their ids, so that two who lock several never wait for each other. */
function lockJobs(
  tx: SqlRunner,
  status: UploadStatus,
  condition: string,
  value: number | string | Date,
): Promise<JobRow[]> {
  return tx.query(`SELECT * FROM upload WHERE ${condition} AND status = $2 ORDER BY id FOR UPDATE`, [value, status]);
}

async function fileCounts(tx: SqlRunner, jobId: number): Promise<FileCounts> {
  const rows = await tx.query<{ status: UploadFileStatus; files: number }>(countFiles, [jobId]);
  const none = { queued: 0, reading: 0, complete: 0, incomplete: 0, failed: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ status, files }) => [status, files])) };
}

async function writeState(tx: SqlRunner, from: JobRow, to: JobState, finishedAt: Date | null): Promise<Upload> {
  requireJobTransition(from.status, to.status);
  const [row] = await tx.query<JobRow>(
    `UPDATE upload SET status = $2, status_message = $3, ended_at = $4, finished_at = $5, silence = $6,
       analysis_run_id = $7 WHERE id = $1 RETURNING *`,
    [from.id, to.status, to.message, from.ended_at, finishedAt, from.silence, from.analysis_run_id],
  );
  if (!row) throw new Error(`the job ${from.id} was locked and is gone`);
  return toJob(row);
}

function toJob(row: JobRow): Upload {
  return {
    id: row.id,
    kind: row.kind,
    account: { id: row.account_id, name: row.account_name },
    status: row.status,
    statusMessage: row.status_message,
    startedAt: row.started_at,
    lastActivityAt: row.last_activity_at,
    endedAt: row.ended_at,
    finishedAt: row.finished_at,
    analysisRunId: row.analysis_run_id,
  };
}

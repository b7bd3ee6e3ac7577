import { Injectable } from '@nestjs/common';
import { Database, sqlIn, type SqlRunner } from '../../database/database.js';
import type { Transaction } from '../../database/transaction.js';
import { BackgroundWork, DeletesExpired, type ProcessSignal } from '../../queue/background-work.js';
import { outcomeOfUpload } from './upload-outcome.js';
import {
  type FileCounts,
  type IngestAccount,
  requireUploadTransition,
  type Upload,
  type UploadFileStatus,
  type UploadKind,
  type UploadStatus,
} from './upload.js';

/** Sent when an upload has changed its state, in the transaction of the change. */
export const uploadChanged: ProcessSignal<[upload: Upload, tx: Transaction]> = { name: 'upload.changed' };

/** Requests an analysis in a transaction. @returns the id of the run */
export type RequestAnalysis = (tx: Transaction) => Promise<string>;

/** Runs in the transaction that starts or ends an upload. */
export type WithUpload = (upload: Upload, tx: Transaction) => Promise<void>;

interface UploadState {
  readonly status: UploadStatus;
  readonly message: string;
}

interface UploadRow {
  readonly id: number;
  readonly kind: UploadKind;
  readonly account_id: string | null;
  readonly account_name: string;
  readonly status: UploadStatus;
  readonly status_message: string;
  readonly timeout_reason: string | null;
  readonly started_at: Date;
  readonly last_activity_at: Date;
  readonly ended_at: Date | null;
  readonly finished_at: Date | null;
  readonly analysis_run_id: string | null;
}

const start = `
  INSERT INTO upload (kind, account_id, account_name, status, started_at, last_activity_at)
  VALUES ($1, $2, $3, 'running', $4, $4) RETURNING *`;

const countFiles = 'SELECT status, count(*)::integer AS files FROM upload_file WHERE upload_id = $1 GROUP BY status';

/** Deletes few at a time, because an upload may have thousands of files, each with results. */
const deleteSome = `
  WITH deleted AS (
    DELETE FROM upload WHERE id IN (SELECT id FROM upload WHERE finished_at < $1 LIMIT 100) RETURNING 1)
  SELECT count(*)::int AS count FROM deleted`;

/** Each change of a state locks the row or has the previous state in its condition. */
@Injectable()
export class UploadsRepository {
  constructor(
    private readonly database: Database,
    private readonly background: BackgroundWork,
  ) {}

  async insert(kind: UploadKind, account: IngestAccount, now: Date, on: Transaction = this.database): Promise<Upload> {
    const [row] = await sqlIn(on).query<UploadRow>(start, [kind, account.id, account.name, now]);
    if (!row) throw new Error('the insert returned no row');
    return toUpload(row);
  }

  startUpload(account: IngestAccount, now: Date, inSameTransaction: WithUpload): Promise<Upload> {
    return this.database.transaction(async (tx) => {
      const upload = await this.insert('upload', account, now, tx);
      await inSameTransaction(upload, tx);
      return upload;
    });
  }

  /** Deletes the finished uploads of accounts, not those of jobs. */
  deleteFinished(inSameTransaction: (tx: Transaction) => Promise<void>): Promise<void> {
    return this.database.transaction(async (tx) => {
      await tx.query(`DELETE FROM upload WHERE kind = 'upload' AND finished_at IS NOT NULL`);
      await inSameTransaction(tx);
    });
  }

  async find(id: number): Promise<Upload | null> {
    const [row] = await this.database.prepared<UploadRow>('SELECT * FROM upload WHERE id = $1', [id]);
    return row ? toUpload(row) : null;
  }

  /** @returns false if the upload is not running */
  async touch(id: number, now: Date, on: SqlRunner = this.database): Promise<boolean> {
    const rows = await on.prepared(
      `UPDATE upload SET last_activity_at = greatest(last_activity_at, $2)
       WHERE id = $1 AND status = 'running' RETURNING id`,
      [id, now],
    );
    return rows.length > 0;
  }

  /** Stops accepting files. @returns null if the upload is not running */
  end(id: number, now: Date, inSameTransaction: WithUpload): Promise<Upload | null> {
    return this.database.transaction(async (tx) => {
      const [row] = await lockUploads(tx, 'running', 'id = $1', id);
      if (!row) return null;
      const upload = await this.close(tx, row, now, null);
      await inSameTransaction(upload, tx);
      return upload;
    });
  }

  /** Ends the uploads of accounts without activity since `since`. */
  endIdle(since: Date, now: Date, timeoutReason: string): Promise<Upload[]> {
    return this.database.transaction(async (tx) => {
      const ended: Upload[] = [];
      const idle = await lockUploads(tx, 'running', "last_activity_at < $1 AND kind = 'upload'", since);
      for (const row of idle) ended.push(await this.close(tx, row, now, timeoutReason));
      return ended;
    });
  }

  /** Lists ended uploads whose files are all read: the process that should have continued them died. */
  async listStalled(): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM upload WHERE status = 'ingesting' AND NOT EXISTS (
         SELECT FROM upload_file WHERE upload_id = upload.id AND status IN ('queued', 'reading')) ORDER BY id`,
    );
    return rows.map(({ id }) => id);
  }

  /** Requests the analysis or sets the final state. Does nothing if the upload is not ended or a file is not read yet. */
  continueAfterFiles(id: number, requestAnalysis: RequestAnalysis, now: Date): Promise<void> {
    return this.database.transaction(async (tx) => {
      const [upload] = await lockUploads(tx, 'ingesting', 'id = $1', id);
      const files = await fileCounts(tx, id);
      if (!upload || files.queued + files.reading > 0) return;
      if (files.complete + files.incomplete === 0) {
        await this.move(tx, upload, outcomeOfUpload(files, upload.timeout_reason), now);
        return;
      }
      const run = await requestAnalysis(tx);
      await this.move(
        tx,
        { ...upload, analysis_run_id: run },
        { status: 'analyzing', message: 'waits for the analysis' },
        null,
      );
    });
  }

  /** Sets the final state of the uploads that wait for a run. @param failure null if the run is complete */
  async finishAnalysed(runId: string, failure: string | null, now: Date, on?: Transaction): Promise<void> {
    if (!on) return this.database.transaction((tx) => this.finishAnalysed(runId, failure, now, tx));
    const sql = sqlIn(on);
    const uploads = await lockUploads(sql, 'analyzing', 'analysis_run_id = $1', runId);
    for (const upload of uploads) {
      await this.move(
        sql,
        upload,
        outcomeOfUpload(await fileCounts(sql, upload.id), upload.timeout_reason, failure),
        now,
      );
    }
  }

  /** Deletes uploads with their files. */
  @DeletesExpired({ name: 'uploads', days: ({ retentionUploads }) => retentionUploads })
  async deleteExpired(finishedBefore: Date): Promise<number> {
    const [deleted] = await this.database.query<{ count: number }>(deleteSome, [finishedBefore]);
    return deleted?.count ?? 0;
  }

  /** Counts after the lock, in a separate statement: only then the count includes files added before the lock was acquired. */
  private async close(tx: SqlRunner, upload: UploadRow, now: Date, timeoutReason: string | null): Promise<Upload> {
    const files = await fileCounts(tx, upload.id);
    const isEmpty = Object.values(files).every((count) => count === 0);
    const to: UploadState = isEmpty
      ? outcomeOfUpload(files, timeoutReason)
      : { status: 'ingesting', message: timeoutReason ?? 'its files are being read' };
    return this.move(tx, { ...upload, ended_at: now, timeout_reason: timeoutReason }, to, isEmpty ? now : null);
  }

  /** @param from the current row, with the other columns that change */
  private async move(tx: SqlRunner, from: UploadRow, to: UploadState, finishedAt: Date | null): Promise<Upload> {
    const upload = await writeState(tx, from, to, finishedAt);
    await this.background.emit(uploadChanged, upload, tx);
    return upload;
  }
}

/** Locks in the order of ids, so that two transactions can't deadlock. */
function lockUploads(
  tx: SqlRunner,
  status: UploadStatus,
  condition: string,
  value: number | string | Date,
): Promise<UploadRow[]> {
  return tx.query(`SELECT * FROM upload WHERE ${condition} AND status = $2 ORDER BY id FOR UPDATE`, [value, status]);
}

async function fileCounts(tx: SqlRunner, uploadId: number): Promise<FileCounts> {
  const rows = await tx.query<{ status: UploadFileStatus; files: number }>(countFiles, [uploadId]);
  const none = { queued: 0, reading: 0, complete: 0, incomplete: 0, failed: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ status, files }) => [status, files])) };
}

async function writeState(tx: SqlRunner, from: UploadRow, to: UploadState, finishedAt: Date | null): Promise<Upload> {
  requireUploadTransition(from.status, to.status);
  const [row] = await tx.query<UploadRow>(
    `UPDATE upload SET status = $2, status_message = $3, ended_at = $4, finished_at = $5, timeout_reason = $6,
       analysis_run_id = $7 WHERE id = $1 RETURNING *`,
    [from.id, to.status, to.message, from.ended_at, finishedAt, from.timeout_reason, from.analysis_run_id],
  );
  if (!row) throw new Error(`the locked upload ${from.id} does not exist`);
  return toUpload(row);
}

function toUpload(row: UploadRow): Upload {
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

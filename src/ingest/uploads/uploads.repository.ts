import { Injectable } from '@nestjs/common';
import { ConflictError } from '../../base/errors.js';
import { lockForCount } from '../../database/sql/lock-for-count.js';
import { Database, oneRow, sqlIn, type SqlRunner } from '../../database/database.js';
import type { Transaction } from '../../database/transaction.js';
import { BackgroundWork, DeletesExpired, type ProcessSignal } from '../../queue/background-work.js';
import { unread } from './upload-file.entity.js';
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

interface LockedUpload extends Upload {
  readonly timeoutReason: string | null;
}

/** The columns of an {@link Upload}. */
const uploadColumns = `id, kind, json_build_object('id', account_id, 'name', account_name) AS account, status,
  status_message AS "statusMessage", started_at AS "startedAt", finished_at AS "finishedAt", analysis_run_id AS "analysisRunId"`;

const start = `
  INSERT INTO upload (kind, account_id, account_name, status, started_at, last_activity_at)
  VALUES ($1, $2, $3, 'running', $4, $4) RETURNING ${uploadColumns}`;

/** The first change ends the upload, and a change to a final state finishes it. */
const change = `
  UPDATE upload SET status = $2, status_message = $3, timeout_reason = $4, analysis_run_id = $5,
    ended_at = coalesce(ended_at, $6),
    finished_at = CASE WHEN $2 IN ('ingesting', 'analyzing') THEN NULL ELSE $6::timestamptz END
  WHERE id = $1 RETURNING ${uploadColumns}`;

const countOpen =
  "SELECT count(*)::int AS open FROM upload WHERE status = 'running' AND kind = 'upload' AND account_id = $1";

const countFiles = 'SELECT status, count(*)::integer AS files FROM upload_file WHERE upload_id = $1 GROUP BY status';

/** Deletes few at a time, because an upload may have thousands of files, each with results. */
const deleteSome = 'DELETE FROM upload WHERE id IN (SELECT id FROM upload WHERE finished_at < $1 LIMIT 100)';

/** Each change of a state locks the row or has the previous state in its condition. */
@Injectable()
export class UploadsRepository {
  constructor(
    private readonly database: Database,
    private readonly background: BackgroundWork,
  ) {}

  async insert(kind: UploadKind, account: IngestAccount, now: Date, on: Transaction = this.database): Promise<Upload> {
    return oneRow(await sqlIn(on).query<Upload>(start, [kind, account.id, account.name, now]));
  }

  /** @throws ConflictError if the account has `most` uploads that are not ended */
  startUpload(account: IngestAccount, now: Date, most: number, inSameTransaction: WithUpload): Promise<Upload> {
    return this.database.transaction(async (tx) => {
      await requireRoom(tx, account, most);
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
    const [upload] = await this.database.prepared<Upload>(`SELECT ${uploadColumns} FROM upload WHERE id = $1`, [id]);
    return upload ?? null;
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
      const [upload] = await lockUploads(tx, 'running', 'id = $1', id);
      if (!upload) return null;
      const ended = await this.close(tx, upload, now, null);
      await inSameTransaction(ended, tx);
      return ended;
    });
  }

  /** Ends the uploads of accounts without activity since `since`. */
  endIdle(since: Date, now: Date, timeoutReason: string): Promise<Upload[]> {
    return this.database.transaction(async (tx) => {
      const ended: Upload[] = [];
      const idle = await lockUploads(tx, 'running', "last_activity_at < $1 AND kind = 'upload'", since);
      for (const upload of idle) ended.push(await this.close(tx, upload, now, timeoutReason));
      return ended;
    });
  }

  /** Lists ended uploads whose files are all read: the process that should have continued them died. */
  async listStalled(): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM upload WHERE status = 'ingesting' AND NOT EXISTS (
         SELECT FROM upload_file WHERE upload_id = upload.id AND ${unread}) ORDER BY id`,
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
        await this.move(tx, upload, outcomeOfUpload(files, upload.timeoutReason), now);
        return;
      }
      const analysisRunId = await requestAnalysis(tx);
      const to: UploadState = { status: 'analyzing', message: 'waits for the analysis' };
      await this.move(tx, { ...upload, analysisRunId }, to, now);
    });
  }

  /** Sets the final state of the uploads that wait for a run. @param failure null if the run is complete */
  async finishAnalysed(runId: string, failure: string | null, now: Date, on?: Transaction): Promise<void> {
    if (!on) return this.database.transaction((tx) => this.finishAnalysed(runId, failure, now, tx));
    const sql = sqlIn(on);
    const uploads = await lockUploads(sql, 'analyzing', 'analysis_run_id = $1', runId);
    for (const upload of uploads) {
      const files = await fileCounts(sql, upload.id);
      await this.move(sql, upload, outcomeOfUpload(files, upload.timeoutReason, failure), now);
    }
  }

  /** Deletes uploads with their files. */
  @DeletesExpired({ name: 'uploads', days: ({ retentionUploads }) => retentionUploads })
  deleteExpired(finishedBefore: Date): Promise<number> {
    return this.database.execute(deleteSome, [finishedBefore]);
  }

  /** Counts after the lock, in a separate statement: only then the count includes files added before the lock was acquired. */
  private async close(tx: SqlRunner, upload: LockedUpload, now: Date, timeoutReason: string | null): Promise<Upload> {
    const files = await fileCounts(tx, upload.id);
    const isEmpty = Object.values(files).every((count) => count === 0);
    const to: UploadState = isEmpty
      ? outcomeOfUpload(files, timeoutReason)
      : { status: 'ingesting', message: timeoutReason ?? 'its files are being read' };
    return this.move(tx, { ...upload, timeoutReason }, to, now);
  }

  /** @param from the locked upload, with the other values that change */
  private async move(tx: SqlRunner, from: LockedUpload, to: UploadState, now: Date): Promise<Upload> {
    requireUploadTransition(from.status, to.status);
    const values = [from.id, to.status, to.message, from.timeoutReason, from.analysisRunId, now];
    const [upload] = await tx.query<Upload>(change, values);
    if (!upload) throw new Error(`the locked upload ${from.id} does not exist`);
    await this.background.emit(uploadChanged, upload, tx);
    return upload;
  }
}

async function requireRoom(tx: SqlRunner, { id, name }: IngestAccount, most: number): Promise<void> {
  await lockForCount(tx, 'upload', id ?? name);
  const { open } = oneRow(await tx.query<{ open: number }>(countOpen, [id]));
  if (open < most) return;
  const limit = `MAX_OPEN_UPLOADS_PER_ACCOUNT allows ${most}`;
  const message = `the account ${name} has ${open} uploads that are not ended and ${limit}; end one first`;
  throw ConflictError.at('resource.limit_reached', 'file-upload', message);
}

/** Locks in the order of ids, so that two transactions can't deadlock. */
function lockUploads(
  tx: SqlRunner,
  status: UploadStatus,
  condition: string,
  value: number | string | Date,
): Promise<LockedUpload[]> {
  const columns = `${uploadColumns}, timeout_reason AS "timeoutReason"`;
  const text = `SELECT ${columns} FROM upload WHERE ${condition} AND status = $2 ORDER BY id FOR UPDATE`;
  return tx.query(text, [value, status]);
}

async function fileCounts(tx: SqlRunner, uploadId: number): Promise<FileCounts> {
  const rows = await tx.query<{ status: UploadFileStatus; files: number }>(countFiles, [uploadId]);
  const none = { queued: 0, reading: 0, complete: 0, incomplete: 0, failed: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ status, files }) => [status, files])) };
}

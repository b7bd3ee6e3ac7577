import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { Settings } from '../../base/config/settings.js';
import { ConflictError, NotFoundError } from '../../base/errors.js';
import { Database, oneRow, sqlIn, type SqlRunner } from '../../database/database.js';
import { lockForCount } from '../../database/sql/lock-for-count.js';
import { storableText } from '../../database/sql/storable.js';
import type { Transaction } from '../../database/transaction.js';
import { BackgroundWork, DeletesExpired, type ProcessSignal } from '../../queue/background-work.js';
import { TaskQueue } from '../../queue/task-queue.js';
import { unread } from './upload-file.entity.js';
import { countUnreadFiles, fileCounts, lossesOfUpload } from './upload-files.repository.js';
import { afterEnd, type LockedUpload, outcomeOfUpload, type UploadChange } from './upload-outcome.js';
import {
  type FileCounts,
  type IngestAccount,
  notRunning,
  type SpooledFile,
  type Upload,
  type UploadKind,
  type UploadStatus,
} from './upload.js';

/** Sent when an upload has changed its state, in the transaction of the change. */
export const uploadChanged: ProcessSignal<[upload: Upload, tx: Transaction]> = { name: 'upload.changed' };

/** Requests an analysis in a transaction. @returns the id of the run */
type RequestAnalysis = (tx: Transaction) => Promise<string>;

/** Runs in the transaction of a change, for an upload or for the id of a new file. */
type InSameTransaction<Changed> = (changed: Changed, tx: Transaction) => Promise<void>;

/** The columns of an {@link Upload}. */
const uploadColumns = `id, kind, json_build_object('id', account_id, 'name', account_name) AS account, status,
  status_message AS "statusMessage", started_at AS "startedAt", finished_at AS "finishedAt", analysis_run_id AS "analysisRunId"`;

const insert = `
  INSERT INTO upload (kind, account_id, account_name, status, started_at, last_activity_at)
  VALUES ($1, $2, $3, 'running', $4, $4) RETURNING ${uploadColumns}`;

/** The first change ends the upload, and a change to a final state finishes it. */
const change = `
  UPDATE upload SET status = $2, status_message = $3, timeout_reason = $4, analysis_run_id = $5,
    ended_at = coalesce(ended_at, $6),
    finished_at = CASE WHEN $2 IN ('ingesting', 'analyzing') THEN NULL ELSE $6::timestamptz END
  WHERE id = $1 RETURNING ${uploadColumns}`;

const unfinished: ReadonlySet<UploadStatus> = new Set<UploadStatus>(['running', 'ingesting', 'analyzing']);

const noteActivity = `
  UPDATE upload SET last_activity_at = greatest(last_activity_at, $2) WHERE id = $1 AND status = 'running' RETURNING id`;

const countOpen =
  "SELECT count(*)::int AS open FROM upload WHERE status = 'running' AND kind = 'upload' AND account_id = $1";

const addFile = `
  INSERT INTO upload_file (upload_id, name, media, spool_key, size, sha256, status, received_at)
  VALUES ($1, $2, $3, $4, $5, $6, 'queued', $7) RETURNING id`;

const isKnown = 'SELECT FROM upload_file WHERE upload_id = $1 AND sha256 = $2 LIMIT 1';

const listStalled = `
  SELECT id FROM upload WHERE status = 'ingesting' AND NOT EXISTS (
    SELECT FROM upload_file WHERE upload_id = upload.id AND ${unread}) ORDER BY id`;

/** Deletes few at a time, because an upload may have thousands of files, each with results. */
const deleteSome = 'DELETE FROM upload WHERE id IN (SELECT id FROM upload WHERE finished_at < $1 LIMIT 100)';

/**
 * Uploads from the first file to the analysis (docs/adr/0016-uploads.md). Receivers of files call start, addFile, end, then
 * continueAfterFiles. Tasks call take and finish of {@link UploadFiles}, then continueAfterFiles.
 */
@Injectable()
export class Uploads {
  constructor(
    private readonly database: Database,
    private readonly background: BackgroundWork,
    private readonly queue: TaskQueue,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** @throws ConflictError if the account has MAX_OPEN_UPLOADS_PER_ACCOUNT uploads that are not ended */
  start(account: IngestAccount, inSameTransaction?: InSameTransaction<Upload>): Promise<Upload> {
    return this.database.transaction(async (tx) => {
      await this.requireRoom(tx, account);
      const upload = await this.insert('upload', account, tx);
      await inSameTransaction?.(upload, tx);
      return upload;
    });
  }

  /**
   * Starts the upload of a job. It has no timeout: the job ends it.
   * @param clientName the current name of the client
   * @param on the transaction that assigns the upload to the job
   */
  startCollection(clientName: string, on: Transaction): Promise<Upload> {
    return this.insert('collection', { id: null, name: clientName }, sqlIn(on));
  }

  async find(id: number): Promise<Upload | null> {
    const [upload] = await this.database.prepared<Upload>(`SELECT ${uploadColumns} FROM upload WHERE id = $1`, [id]);
    return upload ?? null;
  }

  /** Resets the timeout while a file is being received. @throws ConflictError if the upload is not running; NotFoundError */
  async touch(id: number): Promise<void> {
    if (!(await this.noteActivity(id, this.database))) throw await this.refusalOf(id);
  }

  /**
   * Adds a complete file of the spool and queues the task that reads it.
   * @returns the id of the file
   * @throws as {@link touch}; the caller then removes the file
   */
  async addFile(id: number, file: SpooledFile, inSameTransaction?: InSameTransaction<string>): Promise<string> {
    const added = await this.insertFile(id, file, { once: false }, inSameTransaction);
    if (typeof added === 'string') throw await this.refusalOf(id);
    return added.id;
  }

  /**
   * Adds a file unless the upload has one with the same digest. Clients repeat a file if the answer to the first was lost.
   * @returns `known` if the upload has the file, `closed` if it is not running; the caller then removes the file
   */
  async addFileOnce(id: number, file: SpooledFile): Promise<'added' | 'known' | 'closed'> {
    const added = await this.insertFile(id, file, { once: true });
    return typeof added === 'string' ? added : 'added';
  }

  /** Stops accepting files. The caller then calls {@link continueAfterFiles}. @throws as {@link touch} */
  async end(id: number, inSameTransaction?: InSameTransaction<Upload>): Promise<Upload> {
    const upload = await this.database.transaction(async (tx) => {
      const [ended] = await this.move(tx, 'running', 'id = $1', id, (files) => afterEnd(files, null));
      if (ended) await inSameTransaction?.(ended, tx);
      return ended;
    });
    if (!upload) throw await this.refusalOf(id);
    return upload;
  }

  /** Ends uploads of accounts without activity for UPLOAD_TIMEOUT; their files are kept. The caller then calls {@link continueStalled}. */
  timeOutIdle(now = this.clock.now()): Promise<Upload[]> {
    const seconds = this.settings.uploadTimeout;
    const since = new Date(now.getTime() - seconds * 1000);
    const close = (files: FileCounts) => afterEnd(files, `nothing was sent for ${seconds} s`);
    return this.database.transaction((tx) =>
      this.move(tx, 'running', "last_activity_at < $1 AND kind = 'upload'", since, close, now),
    );
  }

  /**
   * Requests the analysis of an ended upload after its last file, or sets its final state if there is nothing to analyse. Does nothing
   * for other uploads, so it may be called at any time.
   */
  async continueAfterFiles(id: number, requestAnalysis: RequestAnalysis): Promise<void> {
    await this.database.transaction((tx) =>
      this.move(tx, 'ingesting', 'id = $1', id, async (files, { timeoutReason }) => {
        if (files.queued + files.reading > 0) return null;
        if (files.complete + files.incomplete === 0) return outcomeOfUpload(files, timeoutReason);
        return { status: 'analyzing', message: 'waits for the analysis', analysisRunId: await requestAnalysis(tx) };
      }),
    );
  }

  /** Calls {@link continueAfterFiles} for ended uploads with all files read, which a dead process left. */
  async continueStalled(requestAnalysis: RequestAnalysis): Promise<void> {
    const stalled = await this.database.query<{ id: number }>(listStalled);
    for (const { id } of stalled) await this.continueAfterFiles(id, requestAnalysis);
  }

  /** Sets the final state of the uploads that wait for a run. @param on the transaction that ends the run */
  async finishAnalysed(runId: string, outcome: { readonly failure: string | null }, on: Transaction): Promise<void> {
    await this.move(sqlIn(on), 'analyzing', 'analysis_run_id = $1', runId, (files, { timeoutReason }) =>
      outcomeOfUpload(files, timeoutReason, outcome.failure),
    );
  }

  /** Whether any file of any upload is queued or being read. */
  async hasUnreadFiles(): Promise<boolean> {
    return (await countUnreadFiles(this.database)) > 0;
  }

  /** Counts the files that wait for a reader (queued) or have one (reading). */
  async countUnreadByStatus(): Promise<Pick<FileCounts, 'queued' | 'reading'>> {
    const { queued, reading } = await fileCounts(this.database);
    return { queued, reading };
  }

  /** Deletes the finished uploads of accounts. The data that jobs collected stay, because their clients still ask for them. */
  deleteHistory(inSameTransaction: (tx: Transaction) => Promise<void>): Promise<void> {
    return this.database.transaction(async (tx) => {
      await tx.query(`DELETE FROM upload WHERE kind = 'upload' AND finished_at IS NOT NULL`);
      await inSameTransaction(tx);
    });
  }

  /** Deletes uploads with their files. */
  @DeletesExpired({ name: 'uploads', days: ({ retentionUploads }) => retentionUploads })
  deleteExpired(finishedBefore: Date): Promise<number> {
    return this.database.execute(deleteSome, [finishedBefore]);
  }

  /** The reason why the upload accepts no files. */
  private async refusalOf(id: number): Promise<ConflictError | NotFoundError> {
    const upload = await this.find(id);
    return upload ? notRunning(upload) : new NotFoundError('upload', `there is no upload ${id}`);
  }

  private async insert(kind: UploadKind, { id, name }: IngestAccount, on: SqlRunner): Promise<Upload> {
    return oneRow(await on.query<Upload>(insert, [kind, id, name, this.clock.now()]));
  }

  private async requireRoom(tx: SqlRunner, { id, name }: IngestAccount): Promise<void> {
    const { maxOpenUploadsPerAccount: most } = this.settings;
    await lockForCount(tx, 'upload', id ?? name);
    const { open } = oneRow(await tx.query<{ open: number }>(countOpen, [id]));
    if (open < most) return;
    const limit = `MAX_OPEN_UPLOADS_PER_ACCOUNT allows ${most}`;
    const message = `the account ${name} has ${open} uploads that are not ended and ${limit}; end one first`;
    throw ConflictError.at('resource.limit_reached', 'file-upload', message);
  }

  private insertFile(
    id: number,
    { name, media, spoolKey, size, sha256 }: SpooledFile,
    { once }: { readonly once: boolean },
    inSameTransaction?: InSameTransaction<string>,
  ): Promise<{ readonly id: string } | 'known' | 'closed'> {
    return this.database.transaction(async (tx) => {
      // Locks the upload, so that of two concurrent equal files the second finds the first.
      if (!(await this.noteActivity(id, tx))) return 'closed';
      if (once && (await tx.prepared(isKnown, [id, sha256])).length > 0) return 'known';
      const values = [id, storableText(name), media, spoolKey, size, sha256, this.clock.now()];
      const file = oneRow(await tx.query<{ id: string }>(addFile, values));
      await this.queue.add('ingest-file', { fileId: file.id }, {}, tx);
      await inSameTransaction?.(file.id, tx);
      return file;
    });
  }

  /** Resets the timeout. @returns false if the upload is not running */
  private async noteActivity(id: number, on: SqlRunner): Promise<boolean> {
    const rows = await on.prepared(noteActivity, [id, this.clock.now()]);
    return rows.length > 0;
  }

  /**
   * Changes the state of uploads. Locks them in the order of ids, so that two transactions can't deadlock.
   * @param next returns null if an upload keeps its state
   * @returns the changed uploads
   */
  private async move(
    tx: SqlRunner,
    from: UploadStatus,
    condition: string,
    value: number | string | Date,
    next: (files: FileCounts, upload: LockedUpload) => UploadChange | null | Promise<UploadChange | null>,
    now = this.clock.now(),
  ): Promise<Upload[]> {
    const locked = await tx.query<LockedUpload>(
      `SELECT ${uploadColumns}, timeout_reason AS "timeoutReason" FROM upload
       WHERE ${condition} AND status = $2 ORDER BY id FOR UPDATE`,
      [value, from],
    );
    const moved: Upload[] = [];
    for (const upload of locked) {
      // A separate statement: only then the count includes files added before the lock was acquired.
      const to = await next(await fileCounts(tx, 'upload_id = $1', [upload.id]), upload);
      if (!to) continue;
      const { id, status, timeoutReason, analysisRunId } = { ...upload, ...to };
      const losses = unfinished.has(status) ? '' : await lossesOfUpload(tx, id);
      const message = losses ? `${to.message}; ${losses}` : to.message;
      const changed = oneRow(await tx.query<Upload>(change, [id, status, message, timeoutReason, analysisRunId, now]));
      await this.background.emit(uploadChanged, changed, tx);
      moved.push(changed);
    }
    return moved;
  }
}

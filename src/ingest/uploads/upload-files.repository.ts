import { Injectable } from '@nestjs/common';
import { Database, oneRow, type SqlRunner } from '../../database/database.js';
import type { Transaction } from '../../database/transaction.js';
import { storableJson, storableText } from '../../database/sql/storable.js';
import type { FileReport } from '../ingest-report.js';
import { unread } from './upload-file.entity.js';
import type { FileOutcome } from './upload-outcome.js';
import { type AttemptFailure, fileStatusesBefore, type FileToRead, type SpooledFile } from './upload.js';
import { UploadsRepository } from './uploads.repository.js';

/** Runs in the transaction that adds a file. */
export type WithNewFile = (fileId: string, tx: Transaction) => Promise<void>;

/** Runs in the transaction that finishes a file. */
export type WithFinishedFile = (tx: Transaction) => Promise<void>;

/** `known`: the upload already has these bytes; `closed`: the upload is not running. */
export type AddedFile = { readonly id: string } | 'known' | 'closed';

export interface FinishedFile {
  /** The file to remove from the spool; null if another process has finished the file. */
  readonly spoolKey: string | null;
}

/** Files that are not read yet, by status. */
export type UnreadFileCounts = Readonly<Record<'queued' | 'reading', number>>;

const add = `
  INSERT INTO upload_file (upload_id, name, media, spool_key, size, sha256, status, received_at)
  VALUES ($1, $2, $3, $4, $5, $6, 'queued', $7) RETURNING id`;

const isKnown = 'SELECT FROM upload_file WHERE upload_id = $1 AND sha256 = $2 LIMIT 1';

const take = `
  UPDATE upload_file SET status = 'reading', attempts = attempts + 1, bytes_done = 0, started_at = coalesce(started_at, $2)
  WHERE id = $1 AND status = ANY ($3)
  RETURNING id, upload_id AS "uploadId", (SELECT coalesce(account_id::text, account_name) FROM upload WHERE upload.id = upload_id) AS sender, name, spool_key AS "spoolKey", size::float8 AS size, attempts, failures,
    greatest(0, attempts - 1 - failures - interruptions) AS deaths`;

const finish = `
  UPDATE upload_file SET status = $2, reason = $3, finished_at = $4, spool_key = NULL,
    bytes_done = CASE WHEN $2 = 'failed' THEN bytes_done ELSE coalesce(bytes_total, size) END
  WHERE id = $1 AND status = ANY ($5) RETURNING name`;

const addPayload = `
  INSERT INTO upload_payload
    (file_id, path, status, format, type, records, nodes, edges, ignored, environments, changes, fault_count, faults)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;

/** Counts the files that are queued or being read. */
export async function countUnreadFiles(runner: SqlRunner): Promise<number> {
  const [row] = await runner.query<{ files: number }>(`SELECT count(*)::int AS files FROM upload_file WHERE ${unread}`);
  return row?.files ?? 0;
}

/** Keys of files in the spool that are not read yet, the oldest first. */
export async function unreadSpoolKeys(runner: SqlRunner, most: number): Promise<string[]> {
  const rows = await runner.query<{ spool_key: string }>(
    'SELECT spool_key FROM upload_file WHERE spool_key IS NOT NULL ORDER BY id LIMIT $1',
    [most],
  );
  return rows.map((row) => row.spool_key);
}

/** The files of uploads, and the results of reading them. */
@Injectable()
export class UploadFilesRepository {
  constructor(
    private readonly database: Database,
    private readonly uploads: UploadsRepository,
  ) {}

  async countUnreadByStatus(): Promise<UnreadFileCounts> {
    const rows = await this.database.query<{ status: keyof UnreadFileCounts; files: number }>(
      `SELECT status, count(*)::integer AS files FROM upload_file WHERE ${unread} GROUP BY status`,
    );
    return { queued: 0, reading: 0, ...Object.fromEntries(rows.map(({ status, files }) => [status, files])) };
  }

  /**
   * Adds a file to a running upload.
   * @param options `once` adds no second file with the same bytes
   */
  insert(
    uploadId: number,
    file: SpooledFile,
    now: Date,
    withNewFile: WithNewFile,
    { once = false } = {},
  ): Promise<AddedFile> {
    return this.database.transaction(async (tx) => {
      // Locks the upload, so that of two concurrent equal files the second finds the first.
      if (!(await this.uploads.touch(uploadId, now, tx))) return 'closed';
      const { name, media, spoolKey, size, sha256 } = file;
      if (once && (await tx.prepared(isKnown, [uploadId, sha256])).length > 0) return 'known';
      const values = [uploadId, storableText(name), media, spoolKey, size, sha256, now];
      const { id } = oneRow(await tx.query<{ id: string }>(add, values));
      await withNewFile(id, tx);
      return { id };
    });
  }

  /** Starts an attempt to read. @returns null if the file is finished or does not exist */
  async take(id: string, now: Date): Promise<FileToRead | null> {
    const [file] = await this.database.query<FileToRead>(take, [id, now, fileStatusesBefore('reading')]);
    return file ?? null;
  }

  /** Counts an attempt that ended without a report. */
  async countUnfinished(id: string, cause: AttemptFailure): Promise<void> {
    await this.database.prepared(`UPDATE upload_file SET ${cause} = ${cause} + 1 WHERE id = $1`, [id]);
  }

  async progress(id: string, done: number, total: number): Promise<void> {
    await this.database.prepared(
      "UPDATE upload_file SET bytes_done = $2, bytes_total = $3 WHERE id = $1 AND status = 'reading'",
      [id, done, total],
    );
  }

  /** Stores the result of a file. The first call counts. @returns null if there is no such file */
  finish(
    id: string,
    { status, reason, payloads }: FileOutcome,
    now: Date,
    withFinishedFile: WithFinishedFile,
  ): Promise<FinishedFile | null> {
    return this.database.transaction(async (tx) => {
      const locked = 'SELECT spool_key AS "spoolKey" FROM upload_file WHERE id = $1 FOR UPDATE';
      const [file] = await tx.query<FinishedFile>(locked, [id]);
      if (!file) return null;
      const values = [id, status, reason && storableText(reason), now, fileStatusesBefore(status)];
      const [finished] = await tx.query<{ name: string }>(finish, values);
      if (finished) {
        for (const payload of payloads) await tx.prepared(addPayload, rowOf(id, finished.name, payload));
        await withFinishedFile(tx);
      }
      return file;
    });
  }

  /** Whether a file is queued or being read. */
  async hasUnreadFiles(): Promise<boolean> {
    const rows = await this.database.query(`SELECT FROM upload_file WHERE ${unread} LIMIT 1`);
    return rows.length > 0;
  }

  /** The keys among `keys` that belong to an unfinished file. */
  async knownSpoolKeys(keys: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ key: string }>(
      'SELECT spool_key AS key FROM upload_file WHERE spool_key = ANY ($1)',
      [keys],
    );
    return rows.map(({ key }) => key);
  }
}

function rowOf(fileId: string, fileName: string, payload: FileReport): (string | number | null)[] {
  const { status, format, type, records, nodes, edges, ignored, environments, changes, faultCount, faults } = payload;
  const path = payload.path.startsWith(`${fileName}!`) ? payload.path.slice(fileName.length + 1) : null;
  return [
    fileId,
    path && storableText(path),
    status,
    format,
    type && storableText(type),
    records,
    storableJson(nodes),
    storableJson(edges),
    storableJson(ignored),
    storableJson(environments),
    changes && storableJson(changes),
    faultCount,
    storableJson(faults.map(({ list, record, field, reason }) => ({ list, record, field, reason }))),
  ];
}

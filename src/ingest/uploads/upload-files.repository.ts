import { Injectable } from '@nestjs/common';
import { Database, type SqlRunner } from '../../database/database.js';
import type { Transaction } from '../../database/transaction.js';
import { storableJson, storableText } from '../../database/storable.js';
import type { FileReport } from '../ingest-report.js';
import { fileStatusesBefore } from './upload-status.js';
import type { AttemptEnd, FileMedia, FileToRead, SpooledFile } from './upload.js';
import { UploadsRepository } from './uploads.repository.js';
import type { FileOutcome } from './upload-outcome.js';

/** Does something with a new file in the transaction that makes it. */
export type WithNewFile = (fileId: string, tx: Transaction) => Promise<void>;

export type AddedFile = { readonly id: string } | 'known' | 'closed';

export interface FinishedFile {
  readonly uploadId: number;
  /** What lies in the spool for nothing now; null where somebody else has finished it before. */
  readonly spoolKey: string | null;
}

/** Files that are not read yet, by status. */
export type OpenFileCounts = Readonly<Record<'queued' | 'reading', number>>;

interface FileRow {
  readonly id: string;
  readonly job_id: number;
  readonly name: string;
  readonly media: FileMedia;
  readonly spool_key: string;
  readonly size: string;
  readonly sha256: string;
  readonly attempts: number;
  readonly failures: number;
  readonly interruptions: number;
}

const add = `
  INSERT INTO upload_file (job_id, name, media, spool_key, size, sha256, status, received_at)
  VALUES ($1, $2, $3, $4, $5, $6, 'queued', $7) RETURNING id`;

const isKnown = 'SELECT FROM upload_file WHERE job_id = $1 AND sha256 = $2 LIMIT 1';

const take = `
  UPDATE upload_file SET status = 'reading', attempts = attempts + 1, bytes_done = 0, started_at = coalesce(started_at, $2)
  WHERE id = $1 AND status = ANY ($3)
  RETURNING id, job_id, name, media, spool_key, size, sha256, attempts, failures, interruptions`;

const finish = `
  UPDATE upload_file SET status = $2, reason = $3, finished_at = $4, spool_key = NULL,
    bytes_done = CASE WHEN $2 = 'failed' THEN bytes_done ELSE coalesce(bytes_total, size) END
  WHERE id = $1 AND status = ANY ($5) RETURNING name`;

const addPayload = `
  INSERT INTO upload_payload
    (file_id, path, status, format, type, records, nodes, edges, ignored, environments, changes, fault_count, faults)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;

/** How many files wait to be read or are being read. */
export async function countUnreadFiles(runner: SqlRunner): Promise<number> {
  const [row] = await runner.query<{ files: number }>(
    "SELECT count(*)::int AS files FROM upload_file WHERE status IN ('queued', 'reading')",
  );
  return row?.files ?? 0;
}

/** The files of uploads, and what came of each. */
@Injectable()
export class UploadFilesRepository {
  constructor(
    private readonly database: Database,
    private readonly uploads: UploadsRepository,
  ) {}

  async countOpen(): Promise<OpenFileCounts> {
    const rows = await this.database.query<{ status: keyof OpenFileCounts; files: number }>(
      "SELECT status, count(*)::integer AS files FROM upload_file WHERE status IN ('queued', 'reading') GROUP BY status",
    );
    return { queued: 0, reading: 0, ...Object.fromEntries(rows.map(({ status, files }) => [status, files])) };
  }

  /**
   * @param options `once`: not where the upload has a file of the same bytes
   * @returns the id; `closed` where the upload takes no files, `known` where it has one of the same bytes
   */
  insert(
    uploadId: number,
    file: SpooledFile,
    now: Date,
    withNewFile: WithNewFile,
    { once = false } = {},
  ): Promise<AddedFile> {
    return this.database.transaction(async (tx) => {
      // Locks the upload, so that of the same bytes that come twice at once the second finds the first.
      if (!(await this.uploads.touch(uploadId, now, tx))) return 'closed';
      const { name, media, spoolKey, size, sha256 } = file;
      if (once && (await tx.prepared(isKnown, [uploadId, sha256])).length > 0) return 'known';
      const values = [uploadId, storableText(name), media, spoolKey, size, sha256, now];
      const [row] = await tx.query<{ id: string }>(add, values);
      if (!row) throw new Error('an insert gives a row');
      await withNewFile(row.id, tx);
      return { id: row.id };
    });
  }

  /** Null where the file has ended, or where there is none. */
  async take(id: string, now: Date): Promise<FileToRead | null> {
    const [row] = await this.database.query<FileRow>(take, [id, now, fileStatusesBefore('reading')]);
    if (!row) return null;
    const { job_id: uploadId, spool_key: spoolKey, size, name, media, sha256, attempts, failures, interruptions } = row;
    const deaths = Math.max(0, attempts - 1 - failures - interruptions);
    return { id: row.id, uploadId, name, media, spoolKey, size: Number(size), sha256, attempts, failures, deaths };
  }

  /** Counts an attempt that ended without a report. */
  async countEnd(id: string, end: AttemptEnd): Promise<void> {
    await this.database.prepared(`UPDATE upload_file SET ${end} = ${end} + 1 WHERE id = $1`, [id]);
  }

  async progress(id: string, done: number, total: number): Promise<void> {
    await this.database.prepared(
      "UPDATE upload_file SET bytes_done = $2, bytes_total = $3 WHERE id = $1 AND status = 'reading'",
      [id, done, total],
    );
  }

  /** Writes the end of a file and what came of it; the first who does so counts. Null where there is no such file. */
  finish(id: string, { status, reason, payloads }: FileOutcome, now: Date): Promise<FinishedFile | null> {
    return this.database.transaction(async (tx) => {
      const [file] = await tx.query<{ job_id: number; spool_key: string | null }>(
        'SELECT job_id, spool_key FROM upload_file WHERE id = $1 FOR UPDATE',
        [id],
      );
      if (!file) return null;
      const values = [id, status, reason && storableText(reason), now, fileStatusesBefore(status)];
      const [finished] = await tx.query<{ name: string }>(finish, values);
      if (finished) {
        for (const payload of payloads) await tx.prepared(addPayload, rowOf(id, finished.name, payload));
      }
      return { uploadId: file.job_id, spoolKey: file.spool_key };
    });
  }

  /** Whether files wait to be read or are being read. */
  async isAnyOpen(): Promise<boolean> {
    const rows = await this.database.query("SELECT FROM upload_file WHERE status IN ('queued', 'reading') LIMIT 1");
    return rows.length > 0;
  }

  /** Of these keys of the spool, those that belong to a file. */
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

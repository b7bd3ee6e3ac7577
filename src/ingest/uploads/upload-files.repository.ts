import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { Database, type SqlRunner } from '../../database/database.js';
import { storableJson, storableText } from '../../database/sql/storable.js';
import type { Transaction } from '../../database/transaction.js';
import type { FileReport, IngestReport } from '../ingest-report.js';
import { unread } from './upload-file.entity.js';
import { outcomeOfFile } from './upload-outcome.js';
import type { FileCounts, FileToRead, UploadFileStatus } from './upload.js';

export interface FinishedFile {
  /** The file to remove from the spool; null if another process has finished the file. */
  readonly spoolKey: string | null;
}

const take = `
  UPDATE upload_file SET status = 'reading', attempts = attempts + 1, bytes_done = 0, started_at = coalesce(started_at, $2)
  WHERE id = $1 AND ${unread}
  RETURNING id, upload_id AS "uploadId", (SELECT coalesce(account_id::text, account_name) FROM upload WHERE upload.id = upload_id) AS sender,
    name, spool_key AS "spoolKey", size::float8 AS size, attempts, failures,
    greatest(0, attempts - 1 - failures - interruptions) AS deaths`;

const finish = `
  UPDATE upload_file SET status = $2, reason = $3, finished_at = $4, spool_key = NULL,
    bytes_done = CASE WHEN $2 = 'failed' THEN bytes_done ELSE coalesce(bytes_total, size) END
  WHERE id = $1 AND status = 'reading' RETURNING name`;

const payloadColumns =
  'file_id, path, status, format, type, records, nodes, edges, ignored, environments, changes, fault_count, faults';

const addPayload = `
  INSERT INTO upload_payload (${payloadColumns})
  SELECT ${payloadColumns} FROM jsonb_populate_record(NULL::upload_payload, $1)`;

/** Counts files by status. @param condition on the columns of `upload_file` */
export async function fileCounts(
  runner: SqlRunner,
  condition = unread,
  values: readonly number[] = [],
): Promise<FileCounts> {
  const rows = await runner.query<{ status: UploadFileStatus; files: number }>(
    `SELECT status, count(*)::integer AS files FROM upload_file WHERE ${condition} GROUP BY status`,
    values,
  );
  const none = { queued: 0, reading: 0, complete: 0, incomplete: 0, failed: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ status, files }) => [status, files])) };
}

/** A fault of an edge that the analysis may still find the ends of. */
const waits = `fault.reason ~ '^(source|target): '`;

/** What faults leave out or replace, by their texts. */
const losses = [
  ['records with replaced letters', `fault.reason LIKE '%U+FFFD stands in%'`],
  ['nodes left out', `fault.list = 'graph.nodes' AND (fault.field IS NULL OR fault.reason LIKE '%is left out%')`],
  ['edges left out', `fault.list = 'graph.edges' AND (fault.field IS NULL OR fault.reason LIKE '%is left out%')`],
  [
    'records left out',
    `fault.record IS NOT NULL AND (fault.field IS NULL OR fault.reason LIKE '%record is left out%')`,
  ],
] as const;

/** Of the faults that are stored. A failed payload has a status that says more. */
const countLosses = `
  WITH found AS (
    SELECT CASE WHEN ${waits} THEN NULL ${losses.map(([name, condition]) => `WHEN ${condition} THEN '${name}'`).join(' ')} END AS loss
    FROM upload_file file JOIN upload_payload payload ON payload.file_id = file.id,
      jsonb_to_recordset(payload.faults) AS fault(list text, record integer, field text, reason text)
    WHERE file.upload_id = $1 AND payload.status <> 'failed')
  SELECT loss, count(*)::integer AS faults FROM found WHERE loss IS NOT NULL GROUP BY loss`;

/** Describes what the faults of an upload left out or replaced: `records left out: 2`. Empty if there is nothing. */
export async function lossesOfUpload(runner: SqlRunner, uploadId: number): Promise<string> {
  const rows = await runner.query<{ loss: string; faults: number }>(countLosses, [uploadId]);
  const found = new Map(rows.map(({ loss, faults }) => [loss, faults]));
  return losses.flatMap(([name]) => (found.has(name) ? [`${name}: ${found.get(name)}`] : [])).join(', ');
}

/** Counts the files that are queued or being read. */
export async function countUnreadFiles(runner: SqlRunner): Promise<number> {
  const { queued, reading } = await fileCounts(runner);
  return queued + reading;
}

/** Keys of files in the spool that are not read yet, the oldest first. */
export async function unreadSpoolKeys(runner: SqlRunner, most: number): Promise<string[]> {
  const rows = await runner.query<{ spool_key: string }>(
    'SELECT spool_key FROM upload_file WHERE spool_key IS NOT NULL ORDER BY id LIMIT $1',
    [most],
  );
  return rows.map((row) => row.spool_key);
}

/** The files of uploads while they are read, and the results. */
@Injectable()
export class UploadFiles {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Starts an attempt to read a file; another one if the process of the last attempt died. @returns null if the file is finished */
  async take(id: string): Promise<FileToRead | null> {
    const [file] = await this.database.query<FileToRead>(take, [id, this.clock.now()]);
    return file ?? null;
  }

  /**
   * Counts an attempt that ended without a report. An attempt that is not counted is treated as a death of its process.
   * @param cause an error (failure), or a lost database or a stop of the process (interruption)
   */
  async countUnfinished(id: string, cause: 'failures' | 'interruptions'): Promise<void> {
    await this.database.prepared(`UPDATE upload_file SET ${cause} = ${cause} + 1 WHERE id = $1`, [id]);
  }

  /** @param done read bytes; @param total bytes to read; both unpacked */
  async progress(id: string, done: number, total: number): Promise<void> {
    await this.database.prepared(
      "UPDATE upload_file SET bytes_done = $2, bytes_total = $3 WHERE id = $1 AND status = 'reading'",
      [id, done, total],
    );
  }

  /**
   * Stores the result of a file; the first of several calls counts. The caller then calls `Uploads.continueAfterFiles` and removes
   * the file from the spool.
   * @param report or the reason why the file could not be read
   * @param inSameTransaction runs only for the first call
   * @returns null if there is no such file
   */
  finish(
    id: string,
    report: IngestReport | string,
    inSameTransaction?: (tx: Transaction) => Promise<void>,
  ): Promise<FinishedFile | null> {
    const { status, reason, payloads } = outcomeOfFile(report);
    return this.database.transaction(async (tx) => {
      const locked = 'SELECT spool_key AS "spoolKey" FROM upload_file WHERE id = $1 FOR UPDATE';
      const [file] = await tx.query<FinishedFile>(locked, [id]);
      if (!file) return null;
      const values = [id, status, reason && storableText(reason), this.clock.now()];
      const [finished] = await tx.query<{ name: string }>(finish, values);
      if (finished) {
        for (const payload of payloads) await tx.prepared(addPayload, [rowOf(id, finished.name, payload)]);
        await inSameTransaction?.(tx);
      }
      return file;
    });
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

/** A row of `upload_payload` as JSON. */
function rowOf(fileId: string, fileName: string, payload: FileReport): string {
  const path = payload.path.startsWith(`${fileName}!`) ? payload.path.slice(fileName.length + 1) : null;
  const faults = payload.faults.map(({ list, record, field, reason }) => ({ list, record, field, reason }));
  return storableJson({ ...payload, file_id: fileId, path, fault_count: payload.faultCount, faults });
}

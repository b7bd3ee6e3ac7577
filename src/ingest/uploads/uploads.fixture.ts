import type { Clock } from '../../base/clock.js';
import { loadSettings } from '../../base/config/load-settings.js';
import type { Database } from '../../database/database.js';
import { BackgroundWork } from '../../queue/background-work.js';
import { TaskQueue } from '../../queue/task-queue.js';
import type { FileReport, IngestReport } from '../ingest-report.js';
import { UploadFiles } from './upload-files.repository.js';
import type { SpooledFile } from './upload.js';
import { Uploads } from './uploads.repository.js';

/** Uploads with a timeout of one minute, three of an account at a time, and their files. */
export function uploadsOn(
  database: Database,
  clock: Clock,
  background = new BackgroundWork(),
): { readonly uploads: Uploads; readonly files: UploadFiles } {
  const settings = loadSettings({ UPLOAD_TIMEOUT: '60', MAX_OPEN_UPLOADS_PER_ACCOUNT: '3' });
  const uploads = new Uploads(database, background, new TaskQueue(database), settings, clock);
  return { uploads, files: new UploadFiles(database, clock) };
}

let keys = 0;

/** A file without bytes in the spool. */
export function spooledFile(changes: Partial<SpooledFile> = {}): SpooledFile {
  return { name: 'users.json', media: 'json', spoolKey: `key-${++keys}`, size: 10, sha256: 'ab', ...changes };
}

/** The report of a file of two users that was read without faults. */
export function fileReport(changes: Partial<FileReport> = {}): FileReport {
  return {
    path: 'users.json',
    status: 'complete',
    format: 'sharphound',
    type: 'users',
    records: 2,
    nodes: { User: 2 },
    edges: { MemberOf: 3 },
    ignored: {},
    environments: {},
    changes: { nodesCreated: 2, nodesChanged: 1, edgesCreated: 3, edgesChanged: 0, edgesRemoved: 4 },
    faultCount: 0,
    faults: [],
    ...changes,
  };
}

export function reportOf(...files: FileReport[]): IngestReport {
  return { files, complete: files.every(({ status }) => status === 'complete') };
}

/** Deletes all uploads, files and tasks. */
export async function deleteUploads(database: Database): Promise<void> {
  await database.query('TRUNCATE upload, upload_file, upload_payload RESTART IDENTITY');
  await database.query('TRUNCATE graphile_worker._private_jobs');
}

/** The rows of all files, oldest first. */
export function filesIn(database: Database): Promise<Record<string, unknown>[]> {
  return database.query(
    `SELECT status, reason, attempts, bytes_done::integer AS done, bytes_total::integer AS total, spool_key AS key
     FROM upload_file ORDER BY id`,
  );
}

import type { Clock } from '../../base/clock.js';
import { loadSettings } from '../../base/config/load-settings.js';
import type { Database } from '../../database/database.js';
import { GraphileTaskQueue } from '../../queue/graphile-task-queue.js';
import type { FileReport, IngestReport } from '../ingest-report.js';
import { UploadFilesRepository } from './upload-files.repository.js';
import type { SpooledFile } from './upload.js';
import { UploadListeners } from './upload-listeners.js';
import { Uploads } from './uploads.js';
import { UploadsRepository } from './uploads.repository.js';

/** Uploads end after a minute of silence. */
export function uploadsOn(database: Database, clock: Clock, listeners = new UploadListeners()): Uploads {
  const repository = new UploadsRepository(database, listeners);
  const files = new UploadFilesRepository(database, repository);
  const settings = loadSettings({ UPLOAD_TIMEOUT: '60' });
  return new Uploads(repository, files, new GraphileTaskQueue(database), settings, clock);
}

let keys = 0;

/** A file of which nothing is in the spool. */
export function spooledFile(changes: Partial<SpooledFile> = {}): SpooledFile {
  return { name: 'users.json', media: 'json', spoolKey: `key-${++keys}`, size: 10, sha256: 'ab', ...changes };
}

export function reportOf(...files: FileReport[]): IngestReport {
  return { files, complete: files.every(({ status }) => status === 'complete') };
}

/** Forgets every upload and file, and the tasks that would read them. */
export async function deleteUploads(database: Database): Promise<void> {
  await database.query('TRUNCATE upload, upload_file, upload_payload RESTART IDENTITY');
  await database.query('TRUNCATE graphile_worker._private_jobs');
}

/** The files of all uploads as the database has them, in the order in which they came. */
export function filesIn(database: Database): Promise<Record<string, unknown>[]> {
  return database.query(
    `SELECT status, reason, attempts, bytes_done::integer AS done, bytes_total::integer AS total, spool_key AS key
     FROM upload_file ORDER BY id`,
  );
}

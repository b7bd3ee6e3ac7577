import type { IntegrityCheck } from '../../database/sql/integrity-check.js';
import { unread } from './upload-file.entity.js';

/** Rules of uploads. */
export const uploadChecks: readonly IntegrityCheck[] = [
  {
    name: 'uploads: tasks',
    rule: 'each file that is not read yet has a task',
    places: `SELECT format('%s files, %s tasks', files, tasks)
      FROM (SELECT count(*) AS files FROM upload_file WHERE ${unread}) unread,
        (SELECT count(*) AS tasks FROM graphile_worker.jobs WHERE task_identifier = 'ingest-file') waiting
      WHERE files > tasks`,
  },
  {
    name: 'uploads: files',
    rule: 'an upload that is read has no unread files',
    places: `SELECT format('file %s of upload %s (%s)', f.id, u.id, u.status)
      FROM upload u JOIN (SELECT id, upload_id FROM upload_file WHERE ${unread}) f ON f.upload_id = u.id
      WHERE u.status NOT IN ('running', 'ingesting')`,
  },
];

import { shownState, type ShownGraphTokens } from '../../analysis/runs/shown-status.js';
import { columnsOf, field, type JsonOf, shape } from '../../http/fields/fields.js';
import { column, describeList, type ListRequest } from '../../http/list/list-description.js';
import { uploadStatuses } from '../../ingest/uploads/upload.js';
import { progressShape } from './upload-progress.fields.js';

/** Parameters of the statement, as tokens. */
export interface UploadTokens extends ShownGraphTokens {
  readonly now: string;
  /** Days until nodes and edges expire; 0: never. */
  readonly dataDays: string;
  readonly sessionDays: string;
}

const stored = { status: 'upload.status', message: 'upload.status_message', runId: 'upload.analysis_run_id' };
const ofUpload = 'upload_file file WHERE file.upload_id = upload.id';

/** The first day, in UTC, after the given number of whole days. Null for 0 days. */
function expiry(days: string): string {
  const end = `date_trunc('day', (SELECT min(file.started_at) FROM ${ofUpload}), 'UTC') + (${days} + 1) * interval '24 hours'`;
  return `CASE WHEN ${days} > 0 THEN ${end} END`;
}

/** A row of `upload`. */
export const fileUploadShape = shape('FileUploadDto', {
  id: field.int32('upload.id', { minimum: 1 }, 'sort', 'filter'),
  user_id: field.optionalUuid('upload.account_id', {}, 'filter'),
  user_name: field.text(
    'upload.account_name',
    'Name of the account that started the upload, at that time.',
    'sort',
    'filter',
  ),
  status: field.choice(uploadStatuses)((graph: ShownGraphTokens) => `(${shownState(stored, graph).status})`),
  status_message: field.text(
    (graph: ShownGraphTokens) => `(${shownState(stored, graph).message})`,
    'Text that explains the status, with numbers.',
  ),
  start_time: field.time('upload.started_at', {}, 'sort', 'filter'),
  last_ingest: field.time('upload.last_activity_at', 'Time of the last activity of the sender.', 'sort', 'filter'),
  end_time: field.optionalTime(
    'upload.ended_at',
    'Time from which no more files are accepted; null while the upload is `running`.',
    'sort',
    'filter',
  ),
  finish_time: field.optionalTime(
    'upload.finished_at',
    'Time of the final status; null before that.',
    'sort',
    'filter',
  ),
  analysis_run_id: field.optionalUuid(
    'upload.analysis_run_id',
    'The analysis run that includes its files; the `run_id` of data quality.',
    'filter',
  ),
  data_expire_time: field.optionalTime(
    ({ dataDays }: UploadTokens) => `(${expiry(dataDays)})`,
    'Time when its nodes and edges expire unless a later collection contains them (RETENTION_DATA); null if they do not expire, and before a file is read.',
  ),
  session_expire_time: field.optionalTime(
    ({ sessionDays }: UploadTokens) => `(${expiry(sessionDays)})`,
    'Time when its sessions expire (RETENTION_SESSIONS).',
  ),
  total_files: field.count(`(SELECT count(*) FROM ${ofUpload})`),
  failed_files: field.count(`(SELECT count(*) FROM ${ofUpload} AND file.status = 'failed')`),
  progress: field.row(progressShape, ofUpload),
});
export type FileUploadDto = JsonOf<typeof fileUploadShape.fields>;

export const fileUploadList = describeList({
  columns: {
    ...columnsOf(fileUploadShape.fields),
    // As stored: the graph in memory of an instance may lag.
    status: column.choice(uploadStatuses)('upload.status', 'sort', 'filter'),
    status_message: column.string('upload.status_message', 'sort', 'filter'),
  },
  defaultSort: ['-id'],
  tieBreaker: 'upload.id DESC',
});

export type FileUploadListRequest = ListRequest<keyof typeof fileUploadList.columns>;

import { column, describeList, type ListRequest } from '../../http/list/list-description.js';
import { fileStatuses } from '../../ingest/ingest-report.js';
import { uploadStatuses } from '../../ingest/uploads/upload.js';
import { formatNames } from '../../ingest/payload-format.js';

export const fileUploadList = describeList({
  columns: {
    id: column.integer('upload.id', 'sort', 'filter'),
    user_id: column.uuid('upload.account_id', 'filter', 'nullable'),
    user_name: column.string('upload.account_name', 'sort', 'filter'),
    status: column.choice(uploadStatuses)('upload.status', 'sort', 'filter'),
    status_message: column.string('upload.status_message', 'sort', 'filter'),
    start_time: column.timestamp('upload.started_at', 'sort', 'filter'),
    last_ingest: column.timestamp('upload.last_activity_at', 'sort', 'filter'),
    end_time: column.timestamp('upload.ended_at', 'sort', 'filter', 'nullable'),
    finish_time: column.timestamp('upload.finished_at', 'sort', 'filter', 'nullable'),
    analysis_run_id: column.uuid('upload.analysis_run_id', 'filter', 'nullable'),
  },
  defaultSort: ['-id'],
  tieBreaker: 'upload.id DESC',
});

export type FileUploadListRequest = ListRequest<keyof typeof fileUploadList.columns>;

export const completedTaskList = describeList({
  columns: {
    id: column.integer('payload.id', 'sort', 'filter'),
    file_id: column.integer('payload.file_id', 'sort', 'filter'),
    file_name: column.string('file.name', 'sort', 'filter'),
    path: column.string('payload.path', 'sort', 'filter', 'nullable'),
    status: column.choice(fileStatuses)('payload.status', 'sort', 'filter'),
    format: column.choice(formatNames)('payload.format', 'filter', 'nullable'),
    type: column.string('payload.type', 'sort', 'filter', 'nullable'),
    records: column.integer('payload.records', 'sort', 'filter'),
    fault_count: column.integer('payload.fault_count', 'sort', 'filter'),
    finish_time: column.timestamp('file.finished_at', 'sort', 'filter'),
  },
  defaultSort: ['file_id', 'id'],
  tieBreaker: 'payload.id',
});

export type CompletedTaskListRequest = ListRequest<keyof typeof completedTaskList.columns>;

import { scopeColumns, scopeFlags } from '../scope/collection-scope.list.js';
import { type Column, column, describeList, type ListRequest } from '../../../http/list/list-description.js';
import { jobStatuses } from './job-status.js';

const columns = {
  id: column.integer('job.id', 'sort'),
  client_id: column.uuid('job.client_id', 'filter'),
  client_name: column.string('job.client_name', 'sort'),
  event_id: column.integer('job.event_id', 'sort', 'filter', 'nullable'),
  event_title: column.string('job.event_title', 'sort', 'filter', 'nullable'),
  execution_time: column.timestamp('job.execution_time', 'sort', 'filter'),
  start_time: column.timestamp('job.start_time', 'sort', 'filter'),
  end_time: column.timestamp('job.end_time', 'sort', 'filter'),
  last_ingest: column.timestamp('job.last_ingest', 'sort', 'filter', 'nullable'),
  status: column.string('job.status', 'sort', 'filter'),
  log_path: column.string('job.log_path', 'sort', 'filter', 'nullable'),
  domain_controller: column.string('job.domain_controller', 'sort', 'filter'),
  ...scopeColumns('job'),
  created_at: column.timestamp('job.created_at', 'sort', 'filter'),
  updated_at: column.timestamp('job.updated_at', 'sort', 'filter'),
  deleted_at: column.timestamp('job.deleted_at', 'sort', 'filter', 'nullable'),
} as const satisfies Readonly<Record<string, Column>>;

/** Jobs whose collection has ended. The specification permits any text as a filter of `status`. */
export const finishedJobList = describeList({
  columns,
  defaultSort: ['-end_time'],
  tieBreaker: 'job.id',
  flags: scopeFlags,
});

/** Jobs of every state; one that has not started has neither start nor end. */
export const jobList = describeList({
  columns: {
    ...columns,
    status: column.choice(jobStatuses)('job.status', 'sort', 'filter'),
    start_time: { ...columns.start_time, nullable: true },
    end_time: { ...columns.end_time, nullable: true },
  },
  defaultSort: ['-execution_time'],
  tieBreaker: 'job.id',
  flags: scopeFlags,
});

export type JobListRequest = ListRequest<keyof typeof columns, keyof typeof scopeFlags>;

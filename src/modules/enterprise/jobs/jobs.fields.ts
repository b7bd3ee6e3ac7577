import { shownState, type ShownGraphTokens } from '../../../analysis/runs/shown-status.js';
import { columnsOf, described, field, type JsonOf, recordFields, shape } from '../../../http/fields/fields.js';
import { column, describeList, type ListRequest } from '../../../http/list/list-description.js';
import { scopeFields, scopeFlags } from '../scope/collection-scope.fields.js';
import { domainControllerField } from '../scope/domain-controller.js';
import { domainResultCounts } from './domain-result.js';
import { finishedStatuses, jobStatuses } from './job-status.js';

const domainResult = shape('DomainResultDto', {
  ...recordFields('result'),
  job_id: field.int32('result.job_id'),
  domain_name: field.text('result.domain_name', { example: 'CORP.EXAMPLE' }),
  success: field.boolean('result.success'),
  message: field.text('result.message', 'Reasons for a failure; empty on success.'),
  ...Object.fromEntries(domainResultCounts.map((name) => [name, field.int32(`result.${name}`, { minimum: 0 })])),
});

/** The state as stored, and the run that analysed the files of the job. */
const stored = {
  status: 'job.status',
  message: 'job.status_message',
  runId: '(SELECT sent.analysis_run_id FROM upload sent WHERE sent.id = job.upload_id)',
};

function shownStatus(graph: ShownGraphTokens): string {
  return `(${shownState(stored, graph).status})`;
}

const whenEnded = 'When the collection ended.';

const job = {
  id: field.int32('job.id', {}, 'sort'),
  client_id: field.uuid('job.client_id', 'Id of the client.', 'filter'),
  client_name: field.text('job.client_name', 'Name of the client at the creation of the job.', 'sort'),
  event_id: field.nullInt32(
    'job.event_id',
    'Id of the event that created the job; not valid for a job on demand.',
    'sort',
    'filter',
  ),
  execution_time: field.time('job.execution_time', 'When the job was due.', 'sort', 'filter'),
  start_time: field.optionalTime('job.start_time', {}, 'sort', 'filter'),
  end_time: field.optionalTime('job.end_time', whenEnded, 'sort', 'filter'),
  status: field.choice(jobStatuses)(shownStatus),
  status_message: field.text((graph: ShownGraphTokens) => `(${shownState(stored, graph).message})`),
  ...domainControllerField('job'),
  ...scopeFields('job'),
  domain_results: field.array(domainResult, 'job_domain_result result WHERE result.job_id = job.id', 'result.id'),
};

/** A row of `job`. */
export const jobShape = shape('JobDto', job);

/** A job after its collection. */
export const finishedJobShape = shape('FinishedJobDto', {
  ...job,
  start_time: described(job.start_time, { nullable: false }),
  end_time: described(job.end_time, { nullable: false }),
  status: field.choice(finishedStatuses)(shownStatus),
});

/** A single job: also has the columns that lists only filter and sort by. */
export const jobRecordShape = shape('JobRecordDto', {
  ...job,
  created_at: field.time('job.created_at', {}, 'sort', 'filter'),
  updated_at: field.time('job.updated_at', {}, 'sort', 'filter'),
  deleted_at: field.nullTime('job.deleted_at', {}, 'sort', 'filter'),
  event_title: field.text(
    `COALESCE(job.event_title, '')`,
    'Title of the event that created the job; empty if there is none.',
  ),
  log_path: field.optionalText(
    'job.log_path',
    'Path of the log on the machine of the collector; null if unknown.',
    'sort',
    'filter',
  ),
  last_ingest: field.optionalTime('job.last_ingest', 'When the last batch arrived.', 'sort', 'filter'),
});
export type JobRecordDto = JsonOf<typeof jobRecordShape.fields>;

const { id, client_id, client_name, event_id, execution_time, start_time, end_time, last_ingest, log_path, ...others } =
  columnsOf(jobRecordShape.fields);

/** In the order of the specification. */
const columns = {
  id,
  client_id,
  client_name,
  event_id,
  event_title: column.string('job.event_title', 'sort', 'filter', 'nullable'),
  execution_time,
  start_time,
  end_time,
  last_ingest,
  // As stored: the graph in memory of an instance may lag.
  status: column.choice(jobStatuses)('job.status', 'sort', 'filter'),
  log_path,
  ...others,
};

/** Jobs whose collection has ended. The specification permits any text as a filter of `status`. */
export const finishedJobList = describeList({
  columns: {
    ...columns,
    status: column.string('job.status', 'sort', 'filter'),
    start_time: column.timestamp('job.start_time', 'sort', 'filter'),
    end_time: column.timestamp('job.end_time', 'sort', 'filter'),
  },
  defaultSort: ['-end_time'],
  tieBreaker: 'job.id',
  flags: scopeFlags,
});

/** Jobs of every state; one that has not started has neither start nor end. */
export const jobList = describeList({
  columns,
  defaultSort: ['-execution_time'],
  tieBreaker: 'job.id',
  flags: scopeFlags,
});

export type JobListRequest = ListRequest<keyof typeof columns, keyof typeof scopeFlags>;

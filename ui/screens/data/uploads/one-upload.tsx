import { call, formCall } from '../../../api/call.js';
import type { CompletedTaskDto, FileUploadDto } from '../../../api/schema.js';
import { linkTo, linkWith } from '../../../base/address.js';
import { bytes, counted, moment, number } from '../../../base/format.js';
import { Heading } from '../../../base/parts.js';
import { Answered } from '../../../base/states.js';
import { useAnswer } from '../../../base/use-answer.js';
import type { Filter } from '../../../table/list-filters.js';
import { List } from '../../../table/list.js';
import type { Column } from '../../../table/table.js';
import { FaultList } from './fault-list.js';

export const uploadStatuses: Readonly<Record<FileUploadDto['status'], string>> = {
  running: 'Accepts files',
  ingesting: 'Is being read',
  analyzing: 'Is being analysed',
  complete: 'Complete',
  partially_complete: 'Complete in part',
  failed: 'Failed',
  timed_out: 'Ended by its time limit',
};

/** Milliseconds between questions for the progress. */
const PAUSE = 1000;

/** An upload: how far it is, and what became of its files. */
export function OneUpload({ id }: { readonly id: number }) {
  const isId = Number.isSafeInteger(id) && id > 0;
  const asked = useAnswer(
    isId ? call('GET /api/v2/file-upload/{file_upload_id}', { path: { file_upload_id: id } }) : null,
    ({ data }) => (data.finish_time === null ? PAUSE : null),
  );
  if (!isId) return <Heading text="There is no such upload" />;
  return (
    <>
      <Heading text={asked.error?.status === 404 ? 'There is no such upload' : `Upload ${id}`} />
      <Answered asked={asked} lines={12}>
        {({ data }) => {
          const { complete, incomplete, failed } = data.progress.files;
          const read = complete + incomplete + failed;
          return (
            <>
              <Summary upload={data} />
              <Results upload={id} key={`results ${read}`} />
              <FaultList upload={id} key={`faults ${read}`} />
            </>
          );
        }}
      </Answered>
    </>
  );
}

function Summary({ upload }: { readonly upload: FileUploadDto }) {
  const { status, status_message: message, progress, analysis_run_id: run } = upload;
  const isFailed = status === 'failed' || status === 'partially_complete' || status === 'timed_out';
  return (
    <>
      <p class={isFailed ? 'failure' : undefined} role="status">
        <strong>{uploadStatuses[status]}</strong>: {message}
      </p>
      {upload.finish_time === null && (
        <p>
          <progress aria-label={`Reading of upload ${upload.id}`} max={100} value={progress.percent} />{' '}
          {progressText(progress)}
        </p>
      )}
      <p>
        {upload.user_name} started it, {moment(upload.start_time)}.{' '}
        {upload.finish_time !== null && `Final since ${moment(upload.finish_time)}.`}{' '}
        {run !== null && <a href={linkTo('/data/analysis', { run })}>Its analysis</a>}
      </p>
      {upload.data_expire_time !== null && (
        <p>
          Data of this upload expire on {moment(upload.data_expire_time)}, unless a later collection contains them
          again.
        </p>
      )}
      {upload.session_expire_time !== null && <p>Its sessions expire on {moment(upload.session_expire_time)}.</p>}
    </>
  );
}

function progressText({ bytes_done: done, bytes_total: all, bytes_per_second: speed }: FileUploadDto['progress']) {
  return `${bytes(done)} of ${bytes(all)} read${speed === null ? '' : `, ${bytes(speed)} a second`}`;
}

const statuses = { complete: 'read', incomplete: 'read in part', failed: 'failed' } as const;

const columns: readonly Column<CompletedTaskDto>[] = [
  {
    title: 'File',
    width: '2fr',
    sort: 'path',
    cell: ({ path, file_name: name }) => <bdi title={path === null ? name : `${name}: ${path}`}>{path ?? name}</bdi>,
  },
  { title: 'Status', width: '6rem', sort: 'status', cell: ({ status }) => statuses[status] },
  { title: 'Content', isExtra: true, sort: 'type', cell: ({ type }) => type ?? '' },
  { title: 'Records', width: '6rem', isExtra: true, sort: 'records', cell: ({ records }) => number(records) },
  { title: 'Changes', width: '6rem', isExtra: true, cell: changesOf },
  {
    title: 'Faults',
    width: '6rem',
    sort: 'fault_count',
    cell: ({ id, fault_count: count }) =>
      count === 0 ? '0' : <a href={linkWith({ task: String(id), file: '' })}>{counted(count, 'fault')}</a>,
  },
];

function changesOf({ changes }: CompletedTaskDto): string {
  const count = Object.values(changes ?? {}).reduce((sum, it) => sum + it, 0);
  return count === 0 ? 'none' : number(count);
}

const filters: readonly Filter[] = [
  { name: 'fault_count', label: 'Faults', kind: 'choice', choices: [['gt:0', 'Only files with faults']] },
];

/** What became of each file, and of each file in a ZIP. */
function Results({ upload }: { readonly upload: number }) {
  const path = { file_upload_id: upload };
  return (
    <>
      <h2>Results of the files</h2>
      <List
        ask={(query) => formCall('GET /api/v2/file-upload/{file_upload_id}/completed-tasks', { path, query })}
        label="Results of the files"
        columns={columns}
        filters={filters}
        sort="file_id"
        none="No file is read yet."
        counted={(count) => `${counted(count, 'file')} read`}
      />
    </>
  );
}

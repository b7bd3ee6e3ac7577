import { call, formCall } from '../../../api/call.js';
import type { CompletedTaskDto, FileUploadDto, TaskFaultDto } from '../../../api/schema.js';
import { address, linkTo, linkWith } from '../../../base/address.js';
import { bytes, counted, moment, number } from '../../../base/format.js';
import { useReveal } from '../../../base/hooks.js';
import { Heading } from '../../../base/parts.js';
import { Ask } from '../../../base/states.js';
import { type Column, type Filter, List } from '../../../table/list.js';
import { SmallTable } from '../../../table/table.js';

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

const unknown = 'There is no such upload';

/** An upload: how far it is, and what became of its files. */
export function OneUpload({ id }: { readonly id: number }) {
  const path = { file_upload_id: id };
  if (!Number.isSafeInteger(id) || id < 1) return <Heading text={unknown} />;
  return (
    <Ask
      of={call('GET /api/v2/file-upload/{file_upload_id}', { path })}
      again={({ data }) => (data.finish_time === null ? PAUSE : null)}
      heading={(_, error) => (error?.status === 404 ? unknown : `Upload ${id}`)}
      lines={12}
    >
      {({ data }) => {
        const { complete, incomplete, failed } = data.progress.files;
        const read = complete + incomplete + failed;
        return (
          <>
            <Summary upload={data} />
            <List
              key={`results ${read}`}
              ask={(query) => formCall('GET /api/v2/file-upload/{file_upload_id}/completed-tasks', { path, query })}
              title="Results of the files"
              columns={columns}
              filters={filters}
              sort="file_id"
              none="No file is read yet."
              unit={['file read', 'files read']}
            />
            <FaultList upload={id} key={`faults ${read}`} />
          </>
        );
      }}
    </Ask>
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
  { title: 'Status', name: 'status', texts: statuses, width: '6rem' },
  { title: 'Content', name: 'type', isExtra: true },
  { title: 'Records', name: 'records', width: '6rem', isExtra: true },
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
  { name: 'fault_count', label: 'Faults', kind: 'choice', choices: { 'gt:0': 'Only files with faults' } },
];

/** Files in one answer, which then has at most 500 faults of each. */
const FILES = 20;
/** Most faults that are shown: as many as the service stores of one file. */
const SHOWN = 1000;

type Row = TaskFaultDto & { readonly file: string };

const faultColumns: readonly Column<Row>[] = [
  { title: 'File', name: 'file' },
  { title: 'Reason', name: 'reason', width: '16rem' },
  { title: 'List', name: 'list', texts: { null: 'whole file' } },
  { title: 'Record', name: 'record', isNumber: true },
  { title: 'Field', cell: ({ field, record }) => field ?? (record === null ? '' : 'whole record') },
];

/** The faults with their places: of all files, of a sent file (`file` in the address), or of one in a ZIP (`task`). */
function FaultList({ upload }: { readonly upload: number }) {
  const chosen = address.value.query;
  const [task, file] = [chosen.get('task'), chosen.get('file')];
  const query = {
    fault_count: ['gt:0'],
    ...(task !== null && { id: [`eq:${task}`] }),
    ...(file !== null && { file_id: [`eq:${file}`] }),
    limit: task === null ? FILES : 1,
  };
  const path = { file_upload_id: upload };
  return (
    <Ask of={call('GET /api/v2/file-upload/{file_upload_id}/completed-tasks', { path, query })} lines={0}>
      {({ data, count }) => count > 0 && <Faults tasks={data} files={count} chosen={task ?? file ?? ''} />}
    </Ask>
  );
}

interface FaultsProps {
  readonly tasks: readonly CompletedTaskDto[];
  /** Number of files with faults. The first are in `tasks`. */
  readonly files: number;
  /** Id of the result or the file whose faults these are; empty if they are of all files. */
  readonly chosen: string;
}

function Faults({ tasks, files, chosen }: FaultsProps) {
  const section = useReveal<HTMLElement>(chosen);
  const isChosen = chosen !== '';
  const rows = tasks.flatMap(({ path, file_name: name, faults }) =>
    faults.map((it) => ({ ...it, file: path ?? name })),
  );
  const shown = rows.slice(0, SHOWN);
  const count = tasks.reduce((sum, it) => sum + it.fault_count, 0);
  const title = isChosen && shown[0] ? `Faults in ${shown[0].file}` : 'Faults';
  return (
    <section ref={section} aria-labelledby="faults">
      <h2 id="faults">{title}</h2>
      {isChosen && <a href={linkWith({ task: '', file: '' })}>Faults of all files</a>}
      {(shown.length < count || files > tasks.length) && (
        <p class="note">
          The first {number(shown.length)} of {counted(count, 'fault')}. Choose a file above for more of its own.
        </p>
      )}
      <SmallTable label={title} columns={faultColumns} rows={shown} />
    </section>
  );
}

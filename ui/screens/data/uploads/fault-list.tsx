import { call } from '../../../api/call.js';
import type { CompletedTaskDto, TaskFaultDto } from '../../../api/schema.js';
import { linkWith, useAddress } from '../../../base/address.js';
import { counted, number } from '../../../base/format.js';
import { useReveal } from '../../../base/hooks.js';
import { Answered } from '../../../base/states.js';
import { useAnswer } from '../../../base/use-answer.js';
import { SmallTable } from '../../../table/small-table.js';
import type { Column } from '../../../table/table.js';

/** Files in one answer, which then has at most 500 faults of each. */
const FILES = 20;
/** Most faults that are shown: those of one file that the service stores. */
const SHOWN = 1000;

type Row = TaskFaultDto & { readonly file: string };

const columns: readonly Column<Row>[] = [
  { title: 'File', cell: ({ file }) => <bdi>{file}</bdi> },
  { title: 'Reason', width: '16rem', cell: ({ reason }) => reason },
  { title: 'List', cell: ({ list }) => list ?? 'whole file' },
  { title: 'Record', isNumber: true, cell: ({ record }) => record ?? '' },
  { title: 'Field', cell: ({ field, record }) => field ?? (record === null ? '' : 'whole record') },
];

/** The faults with their places: of all files, of a sent file (`file` in the address), or of one in a ZIP (`task`). */
export function FaultList({ upload }: { readonly upload: number }) {
  const { query } = useAddress();
  const [task, file] = [query.get('task'), query.get('file')];
  const asked = useAnswer(
    call('GET /api/v2/file-upload/{file_upload_id}/completed-tasks', {
      path: { file_upload_id: upload },
      query: {
        fault_count: ['gt:0'],
        ...(task !== null && { id: [`eq:${task}`] }),
        ...(file !== null && { file_id: [`eq:${file}`] }),
        limit: task === null ? FILES : 1,
      },
    }),
  );
  return (
    <Answered asked={asked} lines={0}>
      {({ data, count }) => (count === 0 ? null : <Faults tasks={data} files={count} chosen={task ?? file ?? ''} />)}
    </Answered>
  );
}

interface FaultsProps {
  readonly tasks: readonly CompletedTaskDto[];
  /** Number of files with faults, of which the first are in `tasks`. */
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
      <SmallTable label={title} columns={columns} rows={shown} />
    </section>
  );
}

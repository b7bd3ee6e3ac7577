import { call } from '../../../api/call.js';
import type { CompletedTaskDto } from '../../../api/schema.js';
import { go, linkWith, useAddress } from '../../../base/address.js';
import { counted, number } from '../../../base/format.js';
import { Answered } from '../../../base/states.js';
import { type Column, Table } from '../../../table/table.js';
import { PAGE, useRows } from '../../../table/use-rows.js';

const statuses = { complete: 'read', incomplete: 'read in part', failed: 'failed' } as const;

const sorts = [
  ...(['path', '-path', 'status', '-status', 'type', '-type'] as const),
  ...(['records', '-records', 'fault_count', '-fault_count'] as const),
];

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

/** What became of each file, and of each file in a ZIP. */
export function Results({ upload }: { readonly upload: number }) {
  const { query } = useAddress();
  const sort = query.get('sort_by') ?? undefined;
  const isFaulty = query.get('faults') === 'only';
  const asked = useRows((skip) =>
    call('GET /api/v2/file-upload/{file_upload_id}/completed-tasks', {
      path: { file_upload_id: upload },
      query: {
        ...(isFaulty && { fault_count: ['gt:0'] }),
        sort_by: [sorts.find((it) => it === sort) ?? 'file_id'],
        skip,
        limit: PAGE,
      },
    }),
  );
  return (
    <section aria-labelledby="results">
      <h2 id="results">Results of the files</h2>
      <label>
        <input
          type="checkbox"
          checked={isFaulty}
          onChange={() => go(linkWith({ faults: isFaulty ? '' : 'only' }), 'replace')}
        />
        Only files with faults
      </label>
      <Answered asked={asked} lines={6}>
        {({ count }) => (
          <>
            <p role="status">{count === 0 && !isFaulty ? 'No file is read yet.' : `${counted(count, 'file')} read`}</p>
            {count > 0 && <Table label="Results of the files" columns={columns} rows={asked.rows} sort={sort} />}
          </>
        )}
      </Answered>
    </section>
  );
}

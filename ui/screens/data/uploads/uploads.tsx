import type { FileUploadDto } from '../../../api/schema.js';
import { call } from '../../../api/call.js';
import { linkTo, useAddress } from '../../../base/address.js';
import { moment, number } from '../../../base/format.js';
import { Heading } from '../../../base/heading.js';
import { Answered } from '../../../base/states.js';
import { useStore } from '../../../base/store.js';
import { type Column, Table } from '../../../table/table.js';
import { PAGE, useRows } from '../../../table/use-rows.js';
import '../data.css';
import type { ViewProps } from '../../screen.js';
import { DropField } from './drop-field.js';
import { OneUpload } from './one-upload.js';
import { QueueView } from './queue-view.js';
import { texts } from './texts.js';
import { ownUploads } from './uploader.js';

export function View({ parts: { id } }: ViewProps) {
  return <>{id === undefined ? <AllUploads /> : <OneUpload id={Number(id)} />}</>;
}

function AllUploads() {
  const own = useStore(ownUploads);
  const states = [...own.values()].map(({ id, status }) => `${id} ${status}`);
  return (
    <>
      <Heading text={texts.title} />
      <DropField />
      <QueueView />
      <UploadList key={states.join()} />
    </>
  );
}

const columns: readonly Column<FileUploadDto>[] = [
  {
    title: texts.id,
    width: '6rem',
    sort: 'id',
    cell: ({ id }) => <a href={linkTo(`/data/uploads/${id}`)}>{texts.upload(id)}</a>,
  },
  { title: texts.status, sort: 'status', cell: ({ status }) => texts.statusOf(status) },
  { title: texts.files, width: '4rem', cell: ({ total_files: files }) => number(files) },
  { title: texts.failed, width: '7rem', isExtra: true, cell: ({ failed_files: failed }) => number(failed) },
  { title: texts.user, isExtra: true, sort: 'user_name', cell: ({ user_name: user }) => <bdi>{user}</bdi> },
  { title: texts.started, isExtra: true, sort: 'start_time', cell: ({ start_time: time }) => moment(time) },
];

function UploadList() {
  const sort = useAddress().query.get('sort_by') ?? '-id';
  const asked = useRows((skip) =>
    call('GET /api/v2/file-upload', { query: { skip, limit: PAGE, sort_by: [sortOf(sort)] } }),
  );
  return (
    <section aria-labelledby="all">
      <h2 id="all">{texts.all}</h2>
      <Answered asked={asked} lines={6}>
        {({ count }) => (
          <>
            <p role="status">{count === 0 ? texts.none : texts.count(count)}</p>
            {count > 0 && <Table label={texts.all} columns={columns} rows={asked.rows} sort={sort} />}
          </>
        )}
      </Answered>
    </section>
  );
}

const sorts = ['id', '-id', 'status', '-status', 'user_name', '-user_name', 'start_time', '-start_time'] as const;

function sortOf(text: string) {
  return sorts.find((it) => it === text) ?? '-id';
}

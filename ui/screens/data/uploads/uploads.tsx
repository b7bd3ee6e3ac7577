import { formCall } from '../../../api/call.js';
import type { FileUploadDto } from '../../../api/schema.js';
import { linkTo } from '../../../base/address.js';
import { moment } from '../../../base/format.js';
import { Heading } from '../../../base/heading.js';
import { useStore } from '../../../base/store.js';
import { List } from '../../../table/list.js';
import type { Filter } from '../../../table/list-filters.js';
import type { Column } from '../../../table/table.js';
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
      <h2>{texts.all}</h2>
      <List
        key={states.join()}
        ask={(query) => formCall('GET /api/v2/file-upload', { query })}
        label={texts.all}
        columns={columns}
        filters={filters}
        sort="-id"
        none={texts.none}
      />
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
  {
    title: texts.files,
    width: '7rem',
    cell: ({ total_files: files, failed_files: failed }) => texts.fileCount(files, failed),
  },
  { title: texts.user, isExtra: true, sort: 'user_name', cell: ({ user_name: user }) => <bdi>{user}</bdi> },
  { title: texts.started, isExtra: true, sort: 'start_time', cell: ({ start_time: time }) => moment(time) },
];

const filters: readonly Filter[] = [
  { name: 'status', label: texts.status, kind: 'choice', choices: texts.statuses },
  { name: 'user_name', label: texts.user, kind: 'part' },
];

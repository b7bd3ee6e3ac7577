import { formCall } from '../../../api/call.js';
import type { FileUploadDto } from '../../../api/schema.js';
import { linkTo } from '../../../base/address.js';
import { moment, number } from '../../../base/format.js';
import { Heading } from '../../../base/parts.js';
import { useStore } from '../../../base/store.js';
import type { Filter } from '../../../table/list-filters.js';
import { List } from '../../../table/list.js';
import type { Column } from '../../../table/table.js';
import type { ViewProps } from '../../screen.js';
import { DropField } from './drop-field.js';
import { OneUpload, uploadStatuses } from './one-upload.js';
import { QueueView } from './queue-view.js';
import { ownUploads } from './uploader.js';
import '../data.css';

export function View({ parts: { id } }: ViewProps) {
  return id === undefined ? <AllUploads /> : <OneUpload id={Number(id)} />;
}

function AllUploads() {
  const own = useStore(ownUploads);
  const states = [...own.values()].map(({ id, status }) => `${id} ${status}`);
  return (
    <>
      <Heading text="Uploads" />
      <DropField />
      <QueueView />
      <h2>All uploads</h2>
      <List
        key={states.join()}
        ask={(query) => formCall('GET /api/v2/file-upload', { query })}
        label="All uploads"
        columns={columns}
        filters={filters}
        sort="-id"
        none="No upload yet."
      />
    </>
  );
}

const columns: readonly Column<FileUploadDto>[] = [
  {
    title: 'Upload',
    width: '6rem',
    sort: 'id',
    cell: ({ id }) => <a href={linkTo(`/data/uploads/${id}`)}>Upload {id}</a>,
  },
  { title: 'Status', sort: 'status', cell: ({ status }) => uploadStatuses[status] },
  {
    title: 'Files',
    width: '7rem',
    cell: ({ total_files: files, failed_files: failed }) =>
      `${number(files)}${failed > 0 ? `, ${number(failed)} failed` : ''}`,
  },
  { title: 'Account', isExtra: true, sort: 'user_name', cell: ({ user_name: user }) => <bdi>{user}</bdi> },
  { title: 'Started', isExtra: true, sort: 'start_time', cell: ({ start_time: time }) => moment(time) },
];

const filters: readonly Filter[] = [
  { name: 'status', label: 'Status', kind: 'choice', choices: uploadStatuses },
  { name: 'user_name', label: 'Account', kind: 'part' },
];

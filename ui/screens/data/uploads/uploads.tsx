import { formCall } from '../../../api/call.js';
import type { FileUploadDto } from '../../../api/schema.js';
import { linkTo } from '../../../base/address.js';
import { number } from '../../../base/format.js';
import { Heading } from '../../../base/parts.js';
import { type Column, List } from '../../../table/list.js';
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
  const own = ownUploads.value;
  const states = [...own.values()].map(({ id, status }) => `${id} ${status}`);
  return (
    <>
      <Heading text="Uploads" />
      <DropField />
      <QueueView />
      <List
        key={states.join()}
        ask={(query) => formCall('GET /api/v2/file-upload', { query })}
        title="All uploads"
        columns={columns}
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
  { title: 'Status', name: 'status', filter: 'choice', texts: uploadStatuses },
  {
    title: 'Files',
    width: '7rem',
    cell: ({ total_files: files, failed_files: failed }) =>
      `${number(files)}${failed > 0 ? `, ${number(failed)} failed` : ''}`,
  },
  { title: 'Account', name: 'user_name', filter: 'part', isExtra: true },
  { title: 'Started', name: 'start_time', isTime: true, isExtra: true },
];

import type { LinkedEntityDto } from '../api/schema.js';
import { ObjectLink } from '../base/object-link.js';
import type { Column } from './table.js';

/** Columns of lists of entities. */
export const entityColumns: readonly Column<LinkedEntityDto>[] = [
  {
    title: 'Name',
    width: '2fr',
    sort: 'name',
    cell: ({ objectID: id, name, label }) => <ObjectLink id={id} name={name} kind={label} />,
  },
  { title: 'Kind', width: '9rem', sort: 'label', cell: ({ label }) => label },
  { title: 'Object id', sort: 'objectID', isExtra: true, cell: ({ objectID: id }) => <code>{id}</code> },
];

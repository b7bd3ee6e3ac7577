import type { LinkedEntityDto } from '../api/schema.js';
import { ObjectLink } from '../base/object-link.js';
import type { Column } from './table.js';
import { texts } from './texts.js';

/** Columns of lists of entities. */
export const entityColumns: readonly Column<LinkedEntityDto>[] = [
  {
    title: texts.name,
    width: '2fr',
    sort: 'name',
    cell: ({ objectID: id, name, label }) => <ObjectLink id={id} name={name} kind={label} />,
  },
  { title: texts.kind, width: '9rem', sort: 'label', cell: ({ label }) => label },
  { title: texts.id, sort: 'objectID', isExtra: true, cell: ({ objectID: id }) => <code>{id}</code> },
];

import { column, describeList } from '../../http/list/list-description.js';
import type { RowsRequest } from '../conditions/rows.query.js';

/** EntityReader sorts the list. Only the names of these columns are used, not their SQL. */
export const entityList = describeList({
  columns: {
    name: column.string('name', 'sort'),
    objectID: column.string('objectid', 'sort'),
    label: column.string('label', 'sort'),
  },
  defaultSort: ['name'],
  tieBreaker: 'id',
  defaultLimit: 10,
});

/** As {@link entityList}, with larger pages, as BloodHound has them for cloud entities. */
export const cloudList = describeList({ ...entityList, defaultLimit: 100 });

export type EntityListRequest = RowsRequest<keyof typeof entityList.columns>;

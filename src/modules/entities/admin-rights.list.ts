import { column } from '../../http/list/columns.js';
import { describeList, type ListRequest } from '../../http/list/list-description.js';

/** The graph sorts by itself: of these columns only the names are used. */
export const adminRightsList = describeList({
  columns: {
    name: column.string('name', 'sort'),
    objectID: column.string('objectid', 'sort'),
    label: column.string('label', 'sort'),
  },
  defaultSort: ['name'],
  tieBreaker: 'id',
  defaultLimit: 10,
});

export type AdminRightsRequest = ListRequest<keyof typeof adminRightsList.columns>;

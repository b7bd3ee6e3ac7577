import { column } from './columns.js';
import { describeList, type ListRequest } from './list-description.js';

/** Records (RecordDto) of a table with the alias `d` that are sorted by their times alone, the newest first. */
export const recordTimesList = describeList({
  columns: {
    created_at: column.timestamp('d.created_at', 'sort'),
    updated_at: column.timestamp('d.updated_at', 'sort'),
  },
  defaultSort: ['-created_at'],
  tieBreaker: 'd.id',
});

export type RecordTimesRequest = ListRequest<keyof typeof recordTimesList.columns>;

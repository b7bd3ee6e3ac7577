import { scopeColumns, scopeFlags } from '../scope/collection-scope.list.js';
import { column, describeList, type ListRequest } from '../../../http/list/list-description.js';

export const eventList = describeList({
  columns: {
    id: column.integer('event.id', 'sort', 'filter'),
    client_id: column.uuid('event.client_id', 'filter'),
    rrule: column.string('event.rrule', 'filter'),
    next_scheduled_at: column.timestamp('event.next_scheduled_at', 'sort', 'filter', 'nullable'),
    ...scopeColumns('event'),
    created_at: column.timestamp('event.created_at', 'sort', 'filter'),
    updated_at: column.timestamp('event.updated_at', 'sort', 'filter'),
    deleted_at: column.timestamp('event.deleted_at', 'sort', 'filter', 'nullable'),
  },
  defaultSort: ['id'],
  tieBreaker: 'event.id',
  flags: scopeFlags,
});

export type EventListRequest = ListRequest<keyof typeof eventList.columns, keyof typeof eventList.flags>;

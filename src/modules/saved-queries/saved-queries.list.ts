import { column, describeList, type ListRequest } from '../../http/list/list-description.js';

export const savedQueryList = describeList({
  columns: {
    id: column.integer('q.id', 'sort', 'filter'),
    user_id: column.uuid('q.account_id', 'sort', 'filter', 'nullable'),
    name: column.string('q.name', 'sort', 'filter'),
    query: column.string('q.query', 'sort', 'filter'),
    description: column.string('q.description', 'sort', 'filter'),
    created_at: column.timestamp('q.created_at', 'sort', 'filter'),
    updated_at: column.timestamp('q.updated_at', 'sort', 'filter'),
  },
  defaultSort: ['name'],
  tieBreaker: 'q.id',
});

export type SavedQueryListRequest = ListRequest<keyof typeof savedQueryList.columns>;

/** The queries that a list contains. `shared` contains none: queries can't be shared. */
export const queryScopes = ['owned', 'shared', 'public', 'all'] as const;
export type QueryScope = (typeof queryScopes)[number];

import { column, describeList, type ListRequest } from '../../http/list/list-description.js';

export const apiTokenList = describeList({
  columns: {
    id: column.uuid('id', 'sort', 'filter'),
    name: column.string('name', 'sort', 'filter'),
    user_id: column.uuid('account_id', 'sort', 'filter'),
    created_at: column.timestamp('created_at', 'sort', 'filter'),
    updated_at: column.timestamp('updated_at', 'sort', 'filter'),
    expires_at: column.timestamp('expires_at', 'sort', 'filter', 'nullable'),
    last_access: column.timestamp('last_access', 'sort', 'filter', 'nullable'),
  },
  defaultSort: ['name'],
  tieBreaker: 'id',
});

export type ApiTokenListRequest = ListRequest<keyof typeof apiTokenList.columns>;

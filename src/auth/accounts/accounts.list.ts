import { column, describeList, type ListRequest } from '../../http/list/list-description.js';
import { roles } from '../permissions.js';

export const accountList = describeList({
  columns: {
    id: column.uuid('id', 'sort', 'filter'),
    name: column.string('name', 'sort', 'filter'),
    email: column.string('email', 'sort', 'filter', 'nullable'),
    role: column.choice(roles)('role', 'sort', 'filter'),
    is_disabled: column.boolean('is_disabled', 'sort', 'filter'),
    created_at: column.timestamp('created_at', 'sort', 'filter'),
    updated_at: column.timestamp('updated_at', 'sort', 'filter'),
    last_login: column.timestamp('last_login', 'sort', 'filter', 'nullable'),
  },
  defaultSort: ['name'],
  tieBreaker: 'id',
});

export type AccountListRequest = ListRequest<keyof typeof accountList.columns>;

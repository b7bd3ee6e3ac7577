import { column, describeList, type ListRequest } from '../../http/list/list-description.js';

// As answers show them (toMinimalUserDto): none is null.
const firstName = `coalesce(first_name, CASE WHEN last_name IS NULL THEN name ELSE '' END)`;

const names = {
  first_name: column.string(firstName, 'sort', 'filter'),
  last_name: column.string(`coalesce(last_name, '')`, 'sort', 'filter'),
  email_address: column.string('email', 'sort', 'filter', 'nullable'),
};

const byName = { defaultSort: [], tieBreaker: 'lower(name)' };

export const userList = describeList({
  columns: {
    ...names,
    id: column.uuid('id', 'sort', 'filter'),
    principal_name: column.string('name', 'sort', 'filter'),
    last_login: column.timestamp('last_login', 'sort', 'filter', 'nullable'),
    created_at: column.timestamp('created_at', 'sort', 'filter'),
    updated_at: column.timestamp('updated_at', 'sort', 'filter'),
    // Deleted users are not stored.
    deleted_at: column.timestamp('NULL::timestamptz', 'sort', 'filter', 'nullable'),
  },
  ...byName,
});

export type UserListRequest = ListRequest<keyof typeof userList.columns>;

export const minimalUserList = describeList({
  columns: { id: column.uuid('id', 'sort', 'filter'), ...names },
  ...byName,
});

export type MinimalUserListRequest = ListRequest<keyof typeof minimalUserList.columns>;

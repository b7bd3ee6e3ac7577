import { column } from '../../http/list/columns.js';
import { describeList, type ListRequest } from '../../http/list/list-description.js';

export const tenantList = describeList({
  columns: {
    tenantid: column.string('t.tenantid', 'sort', 'filter'),
    name: column.string('t.name', 'sort', 'filter'),
    last_seen: column.timestamp('t.last_seen', 'sort', 'filter'),
  },
  defaultSort: ['name'],
  tieBreaker: 't.tenantid',
});

export type TenantColumn = keyof typeof tenantList.columns;
export type TenantListRequest = ListRequest<TenantColumn>;

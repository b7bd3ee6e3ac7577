import { column, describeList, type ListRequest } from '../../http/list/list-description.js';

export const domainList = describeList({
  columns: {
    domainsid: column.string('t.domainsid', 'sort', 'filter'),
    name: column.string('t.name', 'sort', 'filter'),
    collected: column.boolean('t.collected', 'sort', 'filter'),
    last_seen: column.timestamp('t.last_seen', 'sort', 'filter'),
  },
  defaultSort: ['name'],
  tieBreaker: 't.domainsid',
});

export type DomainListRequest = ListRequest<keyof typeof domainList.columns>;

export const tenantList = describeList({
  columns: {
    tenantid: column.string('t.tenantid', 'sort', 'filter'),
    name: column.string('t.name', 'sort', 'filter'),
    last_seen: column.timestamp('t.last_seen', 'sort', 'filter'),
  },
  defaultSort: ['name'],
  tieBreaker: 't.tenantid',
});

export type TenantListRequest = ListRequest<keyof typeof tenantList.columns>;

import { column } from '../../http/list/columns.js';
import { describeList, type ListRequest } from '../../http/list/list-description.js';

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

export type DomainColumn = keyof typeof domainList.columns;
export type DomainListRequest = ListRequest<DomainColumn>;

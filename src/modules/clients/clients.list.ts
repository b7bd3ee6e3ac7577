import { column } from '../../http/list/columns.js';
import { describeList, type ListRequest } from '../../http/list/list-description.js';
import { clientTypes } from './client.js';

export const clientList = describeList({
  columns: {
    id: column.uuid('client.id', 'filter'),
    name: column.string('client.name', 'sort', 'filter'),
    type: column.choice(clientTypes)('client.type', 'sort', 'filter'),
    domain_controller: column.string('client.domain_controller', 'sort', 'filter'),
    version: column.string(`COALESCE(client.version, '')`, 'sort', 'filter'),
    hostname: column.string(`COALESCE(client.hostname, '')`, 'sort', 'filter'),
    last_checkin: column.timestamp('client.last_checkin', 'sort', 'filter', 'nullable'),
    created_at: column.timestamp('client.created_at', 'sort', 'filter'),
    updated_at: column.timestamp('client.updated_at', 'sort', 'filter'),
  },
  defaultSort: ['name'],
  tieBreaker: 'client.id',
});

export type ClientListRequest = ListRequest<keyof typeof clientList.columns>;

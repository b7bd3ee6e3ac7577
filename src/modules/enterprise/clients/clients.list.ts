import { scopeFlags } from '../scope/collection-scope.list.js';
import { column, describeList, type ListRequest } from '../../../http/list/list-description.js';
import { clientTypes } from './client.js';

/** SQL: the id of the running job of a client. */
export const currentJobSql = `(SELECT id FROM job WHERE job.client_id = client.id AND status = 'running' ORDER BY id LIMIT 1)`;

/** SQL: the number of finished jobs of a client. */
export const completedJobsSql = `(SELECT count(*) FROM job WHERE job.client_id = client.id AND job.status NOT IN ('ready', 'running'))`;

export const clientList = describeList({
  columns: {
    id: column.uuid('client.id', 'filter'),
    name: column.string('client.name', 'sort', 'filter'),
    type: column.choice(clientTypes)('client.type', 'sort', 'filter'),
    domain_controller: column.string('client.domain_controller', 'sort', 'filter'),
    version: column.string(`COALESCE(client.version, '')`, 'sort', 'filter'),
    hostname: column.string(`COALESCE(client.hostname, '')`, 'sort', 'filter'),
    address: column.string(`COALESCE(client.address, '')`, 'sort', 'filter'),
    username: column.string(`COALESCE(client.username, '')`, 'sort', 'filter'),
    user_sid: column.string(`COALESCE(client.user_sid, '')`, 'sort', 'filter'),
    current_job_id: column.integer(currentJobSql, 'filter', 'nullable'),
    completed_job_count: column.integer(completedJobsSql, 'sort', 'filter'),
    last_checkin: column.timestamp('client.last_checkin', 'sort', 'filter', 'nullable'),
    created_at: column.timestamp('client.created_at', 'sort', 'filter'),
    updated_at: column.timestamp('client.updated_at', 'sort', 'filter'),
  },
  defaultSort: ['name'],
  tieBreaker: 'client.id',
  flags: scopeFlags,
});

export type ClientListRequest = ListRequest<keyof typeof clientList.columns, keyof typeof clientList.flags>;

import { auditOutcomes } from '../../auth/audit/audit-entry.js';
import { column, describeList, type ListRequest } from '../../http/list/list-description.js';

export const auditLogList = describeList({
  columns: {
    id: column.integer('id', 'sort', 'filter'),
    at: column.timestamp('at', 'sort', 'filter'),
    actor: column.string('account_name', 'sort', 'filter'),
    account_id: column.uuid('account_id', 'sort', 'filter', 'nullable'),
    // Not a choice: the log contains actions of other versions and editions.
    action: column.string('action', 'sort', 'filter'),
    resource: column.string('resource', 'sort', 'filter'),
    outcome: column.choice(auditOutcomes)('outcome', 'sort', 'filter'),
    request_id: column.uuid('request_id', 'sort', 'filter', 'nullable'),
  },
  defaultSort: ['-at'],
  tieBreaker: 'id DESC',
});

export type AuditLogRequest = ListRequest<keyof typeof auditLogList.columns>;

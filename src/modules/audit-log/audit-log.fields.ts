import { auditOutcomes } from '../../auth/audit/audit-entry.js';
import { field, listOf, shape } from '../../http/fields/fields.js';
import type { ListRequest } from '../../http/list/list-description.js';

export const auditEntryShape = shape('AuditEntryDto', {
  id: field.integer('id', { minimum: 1 }, 'sort', 'filter'),
  at: field.time('at', 'Time of the database.', 'sort', 'filter'),
  actor: field.text(
    'account_name',
    'Name of the account at that time. For a failed login, the name that was tried. `(system)` for the command line and for automatic work.',
    'sort',
    'filter',
  ),
  account_id: field.optionalUuid('account_id', 'Null if no account is known.', 'sort', 'filter'),
  // Not a choice: the log contains actions of other versions and editions, which the document does not list.
  action: field.word(
    'action',
    {
      example: 'account.update',
      description: 'The attempted action: a resource type, a dot and a verb, or a verb alone.',
    },
    'sort',
    'filter',
  ),
  resource: field.text('resource', 'Path of the resource below `/api/v2`.', 'sort', 'filter'),
  outcome: field.choice(auditOutcomes)('outcome', {}, 'sort', 'filter'),
  details: field.anyObject('details::text', 'Parameters and result of the action; for a failure its `reason`.'),
  request_id: field.optionalUuid(
    'request_id',
    '`X-Request-Id` of the response; null if the action did not come over HTTP.',
    'sort',
    'filter',
  ),
});

export const auditLogList = listOf(auditEntryShape, {
  defaultSort: ['-at'],
  tieBreaker: 'id DESC',
  polled: { table: 'audit_log', number: 'poll_number', changedAt: 'at' },
});

export type AuditLogRequest = ListRequest<keyof typeof auditLogList.columns>;

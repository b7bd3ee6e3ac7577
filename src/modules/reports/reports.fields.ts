import { permissionsOf, roles } from '../../auth/permissions.js';
import { field, type JsonOf, listOf, shape } from '../../http/fields/fields.js';
import type { ListRequest } from '../../http/list/list-description.js';

const reasons = ['account_deleted', 'account_disabled', 'permission_lost'] as const;

const writers = roles.filter((role) => permissionsOf(role).has('reports:write')).map((role) => `'${role}'`);

/**
 * SQL: why the account `a` gets no documents of its reports; null if it gets some. Accounts that are limited to environments may not write
 * reports.
 */
export const stopped = `CASE WHEN a.id IS NULL THEN 'account_deleted' WHEN a.is_disabled THEN 'account_disabled'
  WHEN a.role NOT IN (${writers.join(', ')}) OR a.environments IS NOT NULL THEN 'permission_lost' END`;

const texts = field.json<readonly string[]>({ type: 'array', items: { type: 'string' } });

/** The report `r` of the account `a`. */
export const reportShape = shape('ReportDto', {
  id: field.int32('r.id', {}, 'sort', 'filter'),
  created_at: field.time('r.created_at', {}, 'sort', 'filter'),
  updated_at: field.time('r.updated_at', {}, 'sort', 'filter'),
  name: field.text('r.name', { example: 'Tier zero, monthly' }, 'sort', 'filter'),
  tags: texts(`(r.definition -> 'tags')::text`, 'Tags of asset groups.'),
  environments: texts(`(r.definition -> 'environments')::text`, 'Object ids; empty: all.'),
  since: field.text(`r.definition ->> 'since'`, 'Begin of the period, before each document is made.'),
  sections: texts(`(r.definition -> 'sections')::text`, 'Sections of its documents.'),
  rrule: field.optionalText('r.rrule', 'DTSTART and RRULE of RFC 5545; null: it is made only by hand.'),
  recipients: field.json<readonly string[]>({ type: 'array', items: { type: 'string', format: 'uuid' } })(
    'to_json(r.recipients)::text',
    'Ids of channels of mail.',
  ),
  hide_names: field.boolean('r.hide_names', 'Whether mails have ids in place of names of objects.', 'sort', 'filter'),
  next_at: field.optionalTime('r.next_at', 'When the schedule makes the next document.', 'sort', 'filter'),
  user_id: field.optionalUuid('r.account_id', 'The account that made it; null if it is deleted.', 'sort', 'filter'),
  stopped: field.optionalChoice(reasons)(
    stopped,
    'Why its schedule makes no documents: its account is deleted or disabled, or may not write reports any more.',
    'sort',
    'filter',
  ),
});
export type ReportDto = JsonOf<typeof reportShape.fields>;

export const reportList = listOf(reportShape, { defaultSort: ['name'], tieBreaker: 'r.id' });
export type ReportListRequest = ListRequest<keyof typeof reportList.columns>;

/** The document `d`. */
export const reportDocumentShape = shape('ReportDocumentDto', {
  id: field.uuid('d.id', {}, 'sort', 'filter'),
  report_id: field.optionalCount('d.report_id', 'Null if it belongs to no stored report.'),
  name: field.text('d.name', {}, 'sort', 'filter'),
  created_at: field.time('d.created_at', {}, 'sort', 'filter'),
  status: field.choice(['waiting', 'ready', 'failed'] as const)('d.status', {}, 'sort', 'filter'),
  reason: field.text('d.reason', 'Why it failed; else empty.'),
});
export type ReportDocumentDto = JsonOf<typeof reportDocumentShape.fields>;

export const reportDocumentList = listOf(reportDocumentShape, { defaultSort: ['-created_at'], tieBreaker: 'd.id' });
export type ReportDocumentListRequest = ListRequest<keyof typeof reportDocumentList.columns>;

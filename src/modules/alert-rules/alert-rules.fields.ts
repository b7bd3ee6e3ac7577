import { permissionsOf, roles } from '../../auth/permissions.js';
import { namesOf } from '../../base/values/names-of.js';
import { field, type JsonOf, listOf, shape } from '../../http/fields/fields.js';
import type { ListRequest } from '../../http/list/list-description.js';
import { type AlertCondition, alertPaces } from './alert-rule.js';
import { AlertConditionRequest } from './alert-rules.dto.js';
import { occasions } from './occasions.js';

const reasons = ['account_deleted', 'account_disabled', 'permission_lost'] as const;

const managers = roles.filter((role) => permissionsOf(role).has('alerts:manage')).map((role) => `'${role}'`);

/** SQL: why the rule `r` of the account `a` makes no alerts; null if it makes some. */
export const stopped = `CASE WHEN a.id IS NULL THEN 'account_deleted' WHEN a.is_disabled THEN 'account_disabled'
  WHEN a.role NOT IN (${managers.join(', ')}) OR a.environments IS NOT NULL THEN 'permission_lost' END`;

/** The rule `r` of the account `a`. */
export const alertRuleShape = shape('AlertRuleDto', {
  id: field.int32('r.id', {}, 'sort', 'filter'),
  created_at: field.time('r.created_at', {}, 'sort', 'filter'),
  updated_at: field.time('r.updated_at', {}, 'sort', 'filter'),
  name: field.text('r.name', { example: 'New ways into tier zero' }, 'sort', 'filter'),
  occasion: field.choice(namesOf(occasions))('r.occasion', {}, 'sort', 'filter'),
  condition: field.json<AlertCondition>({ type: AlertConditionRequest })('r.condition::text'),
  channels: field.json<readonly string[]>({ type: 'array', items: { type: 'string', format: 'uuid' } })(
    'to_json(r.channels)::text',
    'Ids of channels. Deleted ones receive nothing.',
  ),
  every: field.choice(alertPaces)('r.every', {}, 'sort', 'filter'),
  time_zone: field.text('r.time_zone', 'Of the times of digests.'),
  last_alert: field.optionalTime('r.last_alert', 'When it made an alert the last time.', 'sort', 'filter'),
  enabled: field.boolean('r.enabled', {}, 'sort', 'filter'),
  environment: field.optionalText('r.environment', 'Object id of a domain or tenant; null: all.', 'sort', 'filter'),
  tag: field.optionalCount('r.tag', 'Id of an asset group; null if the occasion has none.', 'sort', 'filter'),
  include_names: field.boolean('r.include_names', {}, 'sort', 'filter'),
  user_id: field.optionalUuid('r.account_id', 'The account that made it; null if it is deleted.', 'sort', 'filter'),
  stopped: field.optionalChoice(reasons)(
    stopped,
    'Why it makes no alerts although it is enabled: its account is deleted or disabled, or may not manage alerts any more.',
    'sort',
    'filter',
  ),
});
export type AlertRuleDto = JsonOf<typeof alertRuleShape.fields>;

export const alertRuleList = listOf(alertRuleShape, { defaultSort: ['name'], tieBreaker: 'r.id' });
export type AlertRuleListRequest = ListRequest<keyof typeof alertRuleList.columns>;

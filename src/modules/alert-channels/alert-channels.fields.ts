import { field, type JsonOf, listOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import type { ListRequest } from '../../http/list/list-description.js';
import { alertFormats } from './alert-formats.js';
import { channelTypes } from './channel-types.js';

export const channelStates = ['ok', 'failing', 'disabled'] as const;
const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type ChannelState = (typeof channelStates)[number];

/** SQL: the state of a channel `c`. */
export const channelState = `CASE WHEN NOT c.enabled THEN 'disabled'
  WHEN c.failing_since < now() - interval '1 day' THEN 'failing' ELSE 'ok' END`;

/** The channel `c`. */
export const alertChannelShape = shape('AlertChannelDto', {
  id: field.uuid('c.id', {}, 'sort', 'filter'),
  created_at: field.time('c.created_at', {}, 'sort', 'filter'),
  updated_at: field.time('c.updated_at', {}, 'sort', 'filter'),
  name: field.text('c.name', { example: 'Security operations' }, 'sort', 'filter'),
  type: field.choice(channelTypes)('c.type', {}, 'sort', 'filter'),
  format: field.optionalChoice(alertFormats)('c.format', 'Null unless it is a webhook.', 'sort', 'filter'),
  origin: field.text('c.origin', {
    example: 'https://hooks.example.com',
    description: 'Scheme and host of the URL, the rest of which is a secret; empty for mail.',
  }),
  addresses: field.json<readonly string[]>({ type: 'array', items: { type: 'string' } })(
    'to_json(c.addresses)::text',
    'Of mail.',
  ),
  include_names: field.boolean(
    'c.include_names',
    'Whether it gets the names of objects, if the rule has them.',
    'sort',
    'filter',
  ),
  headers: field.json<readonly string[]>({ type: 'array', items: { type: 'string' } })(
    'to_json(c.headers)::text',
    'Names of the additional headers.',
  ),
  enabled: field.boolean('c.enabled', {}, 'sort', 'filter'),
  state: field.choice(channelStates)(channelState, '`failing`: no delivery has succeeded for a day.', 'sort', 'filter'),
  disabled_reason: field.text('c.disabled_reason', 'Why the service disabled it; else empty.'),
  last_attempt: field.optionalTime('c.last_attempt', 'Of any delivery; null if there was none.', 'sort', 'filter'),
  last_status: field.optionalChoice(deliveryStates)('c.last_status', 'Of that delivery.', 'sort', 'filter'),
  failing_since: field.optionalTime('c.failing_since', 'Null if the last delivery succeeded.', 'sort', 'filter'),
  former_secret_until: field.optionalTime(
    'c.former_secret_until',
    'Until then requests are signed with the former secret, too.',
  ),
});
export type AlertChannelDto = JsonOf<typeof alertChannelShape.fields>;

export const alertChannelList = listOf(alertChannelShape, { defaultSort: ['name'], tieBreaker: 'c.id' });
export type AlertChannelListRequest = ListRequest<keyof typeof alertChannelList.columns>;

/** What only the answer that makes a secret has. */
export const channelSecretShape = shape('AlertChannelSecretDto', {
  id: memory.text({ format: 'uuid', description: 'Id of the channel.' }),
  secret: memory.optionalText({
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw7ZYYzAtqDuY=',
    description: 'Signs the requests of a webhook, as Standard Webhooks says; else null. Only this answer contains it.',
  }),
});
export type ChannelSecretDto = JsonOf<typeof channelSecretShape.fields>;

/** The delivery `d` of the message `m`. */
export const alertDeliveryShape = shape('AlertDeliveryDto', {
  id: field.int32('d.id', {}, 'sort', 'filter'),
  message_id: field.uuid('d.message_id', 'The header `webhook-id`, the same in each attempt.', 'sort', 'filter'),
  occasion: field.text('m.occasion', { example: 'way.new' }, 'sort', 'filter'),
  occurred_at: field.time('m.occurred_at', {}, 'sort', 'filter'),
  status: field.choice(deliveryStates)('d.status', {}, 'sort', 'filter'),
  attempts: field.count('d.attempts', {}, 'sort', 'filter'),
  next_attempt: field.optionalTime('d.next_attempt', 'Null once it has ended.', 'sort', 'filter'),
  last_attempt: field.optionalTime('d.last_attempt', {}, 'sort', 'filter'),
  http_status: field.optionalCount(
    'd.http_status',
    'Of the last attempt of a webhook; null without an answer.',
    'sort',
    'filter',
  ),
  duration_ms: field.optionalCount('d.duration_ms', 'Of the last attempt.', 'sort', 'filter'),
  reason: field.text(
    'd.reason',
    'Why the last attempt failed, with 200 characters of the answer, or whom the mail server refused; else empty.',
  ),
});
export type AlertDeliveryDto = JsonOf<typeof alertDeliveryShape.fields>;

export const alertDeliveryList = listOf(alertDeliveryShape, { defaultSort: ['-id'], tieBreaker: 'd.id' });
export type AlertDeliveryListRequest = ListRequest<keyof typeof alertDeliveryList.columns>;

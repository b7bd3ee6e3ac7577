import { field, type JsonOf, listOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import type { ListRequest } from '../../http/list/list-description.js';
import { alertFormats } from './alert-formats.js';

export const channelStates = ['ok', 'failing', 'disabled'] as const;
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
  type: field.word(`'webhook'`, { enum: ['webhook'] }),
  format: field.choice(alertFormats)('c.format', {}, 'sort', 'filter'),
  origin: field.text('c.origin', {
    example: 'https://hooks.example.com',
    description: 'Scheme and host of the URL. The rest is a secret.',
  }),
  headers: field.json<readonly string[]>({ type: 'array', items: { type: 'string' } })(
    'to_json(c.headers)::text',
    'Names of the additional headers.',
  ),
  enabled: field.boolean('c.enabled', {}, 'sort', 'filter'),
  state: field.choice(channelStates)(channelState, '`failing`: no delivery has succeeded for a day.', 'sort', 'filter'),
  disabled_reason: field.text('c.disabled_reason', 'Why the service disabled it; else empty.'),
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
  secret: memory.text({
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw7ZYYzAtqDuY=',
    description: 'Signs the requests, as Standard Webhooks says. Only this answer contains it.',
  }),
});
export type ChannelSecretDto = JsonOf<typeof channelSecretShape.fields>;

/** The delivery `d` of the message `m`. */
export const alertDeliveryShape = shape('AlertDeliveryDto', {
  id: field.int32('d.id', {}, 'sort', 'filter'),
  message_id: field.uuid('d.message_id', 'The header `webhook-id`, the same in each attempt.', 'sort', 'filter'),
  occasion: field.text('m.occasion', { example: 'way.new' }, 'sort', 'filter'),
  occurred_at: field.time('m.occurred_at', {}, 'sort', 'filter'),
  status: field.choice(['waiting', 'delivered', 'failed'] as const)('d.status', {}, 'sort', 'filter'),
  attempts: field.count('d.attempts', {}, 'sort', 'filter'),
  next_attempt: field.optionalTime('d.next_attempt', 'Null once it has ended.', 'sort', 'filter'),
  last_attempt: field.optionalTime('d.last_attempt', {}, 'sort', 'filter'),
  http_status: field.optionalCount('d.http_status', 'Of the last attempt; null without an answer.', 'sort', 'filter'),
  duration_ms: field.optionalCount('d.duration_ms', 'Of the last attempt.', 'sort', 'filter'),
  reason: field.text('d.reason', 'Why the last attempt failed, with 200 characters of the answer; else empty.'),
});
export type AlertDeliveryDto = JsonOf<typeof alertDeliveryShape.fields>;

export const alertDeliveryList = listOf(alertDeliveryShape, { defaultSort: ['-id'], tieBreaker: 'd.id' });
export type AlertDeliveryListRequest = ListRequest<keyof typeof alertDeliveryList.columns>;

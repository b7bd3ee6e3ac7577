import { field, listOf, shape } from '../../http/fields/fields.js';
import type { ListRequest } from '../../http/list/list-description.js';
import { sessionKinds } from './session-kind.js';

export const sessionShape = shape('OwnSessionDto', {
  id: field.uuid('id', {}, 'sort', 'filter'),
  kind: field.choice(sessionKinds)('kind', 'Whether a program or the page of the service logged in.', 'sort', 'filter'),
  address: field.optionalText(
    'address',
    'Where the login came from; of an IPv6 address the network (/64).',
    'sort',
    'filter',
  ),
  program: field.optionalText('program', 'The header `User-Agent` of the login.', 'sort', 'filter'),
  created_at: field.time('created_at', 'Time of the login.', 'sort', 'filter'),
  expires_at: field.time('expires_at', {}, 'sort', 'filter'),
  last_used: field.time('last_used', 'Stored at most once a minute.', 'sort', 'filter'),
  idle_until: field.nullTime(
    'idle_until',
    'When a session of the page ends unless it is used (`SESSION_IDLE`); null for programs.',
    'sort',
    'filter',
  ),
  former_visit: field.nullTime(
    'former_visit',
    'When the account used the page for the last time in a session that had ended at the login; null for programs.',
    'sort',
    'filter',
  ),
  is_current: field.boolean('is_current', 'Whether the request itself belongs to the session.', 'sort', 'filter'),
});

export const sessionList = listOf(sessionShape, { defaultSort: ['-created_at'], tieBreaker: 'id' });

export type SessionListRequest = ListRequest<keyof typeof sessionList.columns>;

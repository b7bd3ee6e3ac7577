import { field, listOf, shape } from '../../http/fields/fields.js';
import type { ListRequest } from '../../http/list/list-description.js';
import { sessionKinds } from './session-kind.js';

export const ownSessionShape = shape('OwnSessionDto', {
  id: field.uuid('id', {}, 'sort', 'filter'),
  kind: field.choice(sessionKinds)('kind', 'Whether a program or the page of the service logged in.', 'sort', 'filter'),
  created_at: field.time('created_at', 'Time of the login.', 'sort', 'filter'),
  expires_at: field.time('expires_at', {}, 'sort', 'filter'),
  is_current: field.boolean('is_current', 'Whether the request itself belongs to the session.', 'sort', 'filter'),
});

export const ownSessionList = listOf(ownSessionShape, { defaultSort: ['-created_at'], tieBreaker: 'id' });

export type OwnSessionListRequest = ListRequest<keyof typeof ownSessionList.columns>;

import { memory } from '../../http/fields/memory.js';
import { field, type JsonOf, listOf, shape } from '../../http/fields/fields.js';
import type { ListRequest } from '../../http/list/list-description.js';
import { wireNullInt32, wireNullTime, wireTime } from '../../http/openapi/wire.dto.js';
import type { CreatedApiToken } from './api-token.js';
import { tokenTypes } from './bearer-key.js';

const stored = {
  id: field.uuid('id', 'Not a secret. It follows the keyword in the Authorization header.', 'sort', 'filter'),
  type: field.choice(tokenTypes)(
    'type',
    '`signing` signs requests. `provisioning` and `reading` are bearer keys: of an identity provider for SCIM, and of an account for assistants.',
    'sort',
    'filter',
  ),
  name: field.text('name', {}, 'sort', 'filter'),
  user_id: field.optionalUuid(
    'account_id',
    'The account that the token belongs to; null for a token of a provider.',
    'sort',
    'filter',
  ),
  sso_provider_id: field.nullInt32('sso_provider_id', 'The provider that the token belongs to.', 'sort', 'filter'),
  created_at: field.time('created_at', {}, 'sort', 'filter'),
  updated_at: field.time('updated_at', {}, 'sort', 'filter'),
  expires_at: field.nullTime('expires_at', {}, 'sort', 'filter'),
  last_access: field.nullTime('last_access', 'Time of the last use, to the minute.', 'sort', 'filter'),
};

export const apiTokenShape = shape('ApiTokenDto', {
  ...stored,
  grace_until: field.nullTime(
    'grace_until',
    'When it stops unless its owner logs in by the identity provider (`SSO_TOKEN_GRACE`).',
    'sort',
    'filter',
  ),
});
export type ApiTokenDto = JsonOf<typeof apiTokenShape.fields>;

/** A token with its key, which no table has. */
export const createdApiTokenShape = shape('CreatedApiTokenDto', {
  ...stored,
  key: memory.text('The secret key of signatures, or the bearer key, as text. Only this response contains it.'),
});
export type CreatedApiTokenDto = JsonOf<typeof createdApiTokenShape.fields>;

export const apiTokenList = listOf(apiTokenShape, { defaultSort: ['name'], tieBreaker: 'id' });

export type ApiTokenListRequest = ListRequest<keyof typeof apiTokenList.columns>;

export function toCreatedApiTokenDto({ token, type, key }: CreatedApiToken): CreatedApiTokenDto {
  return {
    id: token.id,
    key,
    type,
    name: token.name,
    user_id: token.accountId,
    sso_provider_id: wireNullInt32(token.ssoProviderId),
    created_at: wireTime(token.createdAt),
    updated_at: wireTime(token.updatedAt),
    expires_at: wireNullTime(token.expiresAt),
    last_access: wireNullTime(token.lastAccess),
  };
}

import { wireNullTime, wireTime } from '../../http/wire.js';
import type { CreatedApiToken } from './api-token.js';
import type { CreatedApiTokenDto } from './dto/api-token.dto.js';

export function toCreatedApiTokenDto({ token, key }: CreatedApiToken): CreatedApiTokenDto {
  return {
    id: token.id,
    key,
    name: token.name,
    user_id: token.accountId,
    created_at: wireTime(token.createdAt),
    updated_at: wireTime(token.updatedAt),
    expires_at: wireNullTime(token.expiresAt),
    last_access: wireNullTime(token.lastAccess),
  };
}

import { wireNullInt32, wireNullTime, wireTime } from '../../../http/openapi/wire.dto.js';
import type { CreatedClient } from './client.js';
import type { CreatedClientDto } from './dto/client.dto.js';

/** A client that was just made has neither events nor jobs yet. */
export function toCreatedClientDto({ client, token: { id, key } }: CreatedClient): CreatedClientDto {
  return {
    id: client.id,
    name: client.name,
    type: client.type,
    domain_controller: client.domainController,
    version: client.version ?? '',
    hostname: client.hostname ?? '',
    address: client.address ?? '',
    username: client.username ?? '',
    user_sid: client.userSid ?? '',
    last_checkin: wireNullTime(client.lastCheckin),
    event_count: 0,
    events: [],
    current_job_id: wireNullInt32(null),
    completed_job_count: 0,
    created_at: wireTime(client.createdAt),
    updated_at: wireTime(client.updatedAt),
    token: { id, key },
  };
}

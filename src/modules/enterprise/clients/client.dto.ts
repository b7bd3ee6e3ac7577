import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { IsIn, Matches } from 'class-validator';
import { ShortText } from '../../../http/input/rules.js';
import {
  Count,
  NullInt32Dto,
  NullTimeDto,
  wireNullInt32,
  wireNullTime,
  wireTime,
} from '../../../http/openapi/wire.dto.js';
import { EventDto } from '../events/event.dto.js';
import { JobRecordDto } from '../jobs/job.dto.js';
import { type ClientType, clientTypes, type CreatedClient } from './client.js';

const reported = 'As reported at the last start of the client; empty until then.';

class ClientEventDto extends EventDto {
  @ApiProperty({ description: 'Not valid after the last occurrence.' })
  readonly next_scheduled_at!: NullTimeDto;

  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;

  @ApiProperty({ format: 'date-time' })
  readonly updated_at!: string;
}

@ApiExtraModels(JobRecordDto)
export class ClientDto {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty()
  readonly name!: string;

  @ApiProperty({ enum: clientTypes, description: 'The kind of directory that it collects from.' })
  readonly type!: ClientType;

  @ApiProperty({ description: 'Empty if the client selects one.' })
  readonly domain_controller!: string;

  @ApiProperty({ description: reported })
  readonly version!: string;

  @ApiProperty({ description: reported })
  readonly hostname!: string;

  @ApiProperty({ description: reported })
  readonly address!: string;

  @ApiProperty({ description: `The user that runs the client. ${reported}` })
  readonly username!: string;

  @ApiProperty({ description: `Security identifier of the user. ${reported}` })
  readonly user_sid!: string;

  @ApiProperty({ description: 'Time of its last call.' })
  readonly last_checkin!: NullTimeDto;

  @Count('Number of its events.')
  readonly event_count!: number;

  @ApiProperty({ type: [ClientEventDto], description: 'Ordered by id.' })
  readonly events!: readonly ClientEventDto[];

  @ApiProperty({ description: 'Id of its running job.' })
  readonly current_job_id!: NullInt32Dto;

  @ApiProperty({ nullable: true, allOf: [{ $ref: getSchemaPath(JobRecordDto) }], description: 'Its running job.' })
  readonly current_job!: JobRecordDto | null;

  @Count('Number of its finished jobs.')
  readonly completed_job_count!: number;

  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;

  @ApiProperty({ format: 'date-time' })
  readonly updated_at!: string;
}

export class ClientTokenDto {
  @ApiProperty({ format: 'uuid', description: 'Public: follows the keyword in the Authorization header.' })
  readonly id!: string;

  @ApiProperty({ description: 'Secret, and only in this response. Its text is the key of signatures.' })
  readonly key!: string;
}

export class CreatedClientDto extends ClientDto {
  @ApiProperty()
  readonly token!: ClientTokenDto;
}

export class ReplaceClientRequest {
  @ApiProperty({
    minLength: 1,
    maxLength: 128,
    example: 'dc-collector',
    description: 'Unique, without regard to case.',
  })
  @Matches(/^(?! )[^\p{Cc}]{1,128}(?<! )$/u, {
    message: 'takes 1 to 128 characters without control characters, and no space at either end',
  })
  readonly name!: string;

  @ShortText({
    example: 'DC01.CORP.EXAMPLE',
    description: 'The domain controller to query. If empty, the client selects one.',
  })
  readonly domain_controller: string = '';
}

export class CreateClientRequest extends ReplaceClientRequest {
  @ApiProperty({ enum: clientTypes, description: 'The kind of directory that it collects from. It cannot be changed.' })
  @IsIn(clientTypes)
  readonly type!: ClientType;
}

/** A new client has neither events nor jobs. */
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
    current_job: null,
    completed_job_count: 0,
    created_at: wireTime(client.createdAt),
    updated_at: wireTime(client.updatedAt),
    token: { id, key },
  };
}

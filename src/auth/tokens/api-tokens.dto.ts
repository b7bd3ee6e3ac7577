import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches, ValidateBy } from 'class-validator';
import { uuid, uuidAllowed } from '../../base/uuid.js';
import { isDateTime } from '../../http/input/date-time.js';
import { NullTimeDto, wireNullTime, wireTime } from '../../http/openapi/wire.dto.js';
import type { CreatedApiToken } from './api-token.js';

export class CreateApiTokenRequest {
  @ApiProperty({ minLength: 1, maxLength: 128, example: 'nightly export' })
  // oxlint-disable-next-line no-control-regex -- the pattern refuses them
  @Matches(/^[^\0-\x1f\x7f]{1,128}$/, { message: 'takes 1 to 128 characters without control characters' })
  readonly token_name!: string;

  @ApiPropertyOptional({
    type: 'string',
    format: 'uuid',
    description: 'The account that the token belongs to; the own account if absent.',
  })
  @IsOptional()
  @Matches(uuid, { message: `takes ${uuidAllowed}` })
  readonly user_id?: string | null;

  @ApiPropertyOptional({
    type: 'string',
    format: 'date-time',
    description: 'A time in the future. If absent, the token does not expire.',
  })
  @IsOptional()
  @ValidateBy(
    { name: 'isDateTime', validator: { validate: (value) => typeof value === 'string' && isDateTime(value) } },
    { message: 'takes an RFC 3339 date-time, such as 2027-01-31T13:00:00Z' },
  )
  readonly expires_at?: string | null;
}

export class ApiTokenDto {
  @ApiProperty({ format: 'uuid', description: 'Not a secret. It follows the keyword in the Authorization header.' })
  readonly id!: string;

  @ApiProperty()
  readonly name!: string;

  @ApiProperty({ format: 'uuid', description: 'The account that the token belongs to.' })
  readonly user_id!: string;

  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;

  @ApiProperty({ format: 'date-time' })
  readonly updated_at!: string;

  @ApiProperty()
  readonly expires_at!: NullTimeDto;

  @ApiProperty({ description: 'Time of the last use, to the minute.' })
  readonly last_access!: NullTimeDto;
}

export class CreatedApiTokenDto extends ApiTokenDto {
  @ApiProperty({ description: 'The secret key of signatures, as text. Only this response contains it.' })
  readonly key!: string;
}

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

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches, ValidateBy } from 'class-validator';
import { uuid, uuidAllowed } from '../../../base/uuid.js';
import { isDateTime } from '../../../http/rfc3339.js';

export class CreateApiTokenRequest {
  @ApiProperty({ minLength: 1, maxLength: 128, example: 'nightly export' })
  // oxlint-disable-next-line no-control-regex -- they are what is refused
  @Matches(/^[^\0-\x1f\x7f]{1,128}$/, { message: 'takes 1 to 128 characters without control characters' })
  readonly token_name!: string;

  @ApiPropertyOptional({ type: 'string', format: 'uuid', description: 'An account; absent for the own one.' })
  @IsOptional()
  @Matches(uuid, { message: `takes ${uuidAllowed}` })
  readonly user_id?: string | null;

  @ApiPropertyOptional({
    type: 'string',
    format: 'date-time',
    description: 'In the future; absent for a token that does not expire.',
  })
  @IsOptional()
  @ValidateBy(
    { name: 'isDateTime', validator: { validate: (value) => typeof value === 'string' && isDateTime(value) } },
    { message: 'takes an RFC 3339 date-time, such as 2027-01-31T13:00:00Z' },
  )
  readonly expires_at?: string | null;
}

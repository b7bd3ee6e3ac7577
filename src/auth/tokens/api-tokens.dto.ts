import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Matches, Max, Min, ValidateBy } from 'class-validator';
import { uuid, uuidAllowed } from '../../base/values/uuid.js';
import { isDateTime } from '../../http/input/date-time.js';
import { maxInt32, MayBeAbsent } from '../../http/input/rules.js';
import { type TokenType, tokenTypes } from './bearer-key.js';

export class CreateApiTokenRequest {
  @ApiPropertyOptional({
    enum: tokenTypes,
    default: 'signing',
    description:
      '`signing`: signs requests. `provisioning`: a bearer key for SCIM of `sso_provider_id`, which needs the permissions users:manage and providers:manage. `reading`: a bearer key for `/mcp`.',
  })
  @MayBeAbsent()
  @IsIn(tokenTypes)
  readonly type?: TokenType;

  @ApiPropertyOptional({ type: 'integer', format: 'int32', description: 'The provider of a provisioning token.' })
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(maxInt32)
  readonly sso_provider_id?: number;

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
    description:
      'A time in the future. If absent, the token does not expire; a reading key expires after 90 days at most.',
  })
  @IsOptional()
  @ValidateBy(
    { name: 'isDateTime', validator: { validate: (value) => typeof value === 'string' && isDateTime(value) } },
    { message: 'takes an RFC 3339 date-time, such as 2027-01-31T13:00:00Z' },
  )
  readonly expires_at?: string | null;
}

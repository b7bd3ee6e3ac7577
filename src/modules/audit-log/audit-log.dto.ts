import { ApiProperty } from '@nestjs/swagger';
import { type AuditOutcome, auditOutcomes } from '../../auth/audit/audit-entry.js';

export class AuditEntryDto {
  @ApiProperty({ type: 'integer', minimum: 1 })
  readonly id!: number;

  @ApiProperty({ format: 'date-time', description: 'Time of the database.' })
  readonly at!: string;

  @ApiProperty({
    description:
      'Name of the account at that time. For a failed login, the name that was tried. `(system)` for the command line and for automatic work.',
  })
  readonly actor!: string;

  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, description: 'Null if no account is known.' })
  readonly account_id!: string | null;

  // Not an enum: the log contains actions of other versions and editions, which this document does not list.
  @ApiProperty({
    example: 'account.update',
    description: 'The attempted action: a resource type, a dot and a verb, or a verb alone.',
  })
  readonly action!: string;

  @ApiProperty({ description: 'Path of the resource below `/api/v2`.' })
  readonly resource!: string;

  @ApiProperty({ enum: auditOutcomes })
  readonly outcome!: AuditOutcome;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Parameters and result of the action; for a failure its `reason`.',
  })
  readonly details!: Record<string, unknown>;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: '`X-Request-Id` of the response; null if the action did not come over HTTP.',
  })
  readonly request_id!: string | null;
}

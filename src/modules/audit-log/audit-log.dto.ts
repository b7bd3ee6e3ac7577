import { ApiProperty } from '@nestjs/swagger';
import { type AuditOutcome, auditOutcomes } from '../../auth/audit/audit-entry.js';

export class AuditEntryDto {
  @ApiProperty({ type: 'integer', minimum: 1 })
  readonly id!: number;

  @ApiProperty({ format: 'date-time' })
  readonly at!: string;

  @ApiProperty({
    description:
      'Name of the account at that time; of a login that failed, the name that was tried; `(system)` for the command line and for what happens by itself.',
  })
  readonly actor!: string;

  @ApiProperty({ type: 'string', format: 'uuid', nullable: true })
  readonly account_id!: string | null;

  // No enum: the log keeps what other versions and editions recorded, and the document must not tell of the latter.
  @ApiProperty({
    example: 'account.update',
    description: 'What was done or tried: a kind of thing, a dot and a verb, or a verb alone.',
  })
  readonly action!: string;

  @ApiProperty({ description: 'Path below `/api/v2` of what it was done to.' })
  readonly resource!: string;

  @ApiProperty({ enum: auditOutcomes })
  readonly outcome!: AuditOutcome;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'What was asked for and what came of it; of a failure the `reason`.',
  })
  readonly details!: Record<string, unknown>;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'The `X-Request-Id` of the answer; null where it was not done over HTTP.',
  })
  readonly request_id!: string | null;
}

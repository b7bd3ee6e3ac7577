import { ApiProperty } from '@nestjs/swagger';
import { type ErrorCode, errorCodes } from '../../base/error-codes.js';

export class FaultDto {
  @ApiProperty({
    enum: Object.keys(errorCodes),
    enumName: 'ErrorCode',
    example: 'list.unsortable',
    description: 'Stable, machine-readable. docs/errors.md lists all codes. Absent with COMPAT.',
  })
  readonly code!: ErrorCode;

  @ApiProperty({
    description: 'Place of the fault, such as `query.sort_by` or `body.custom_types.Foo.icon.color`.',
    example: 'query.sort_by',
  })
  readonly context!: string;

  @ApiProperty({
    description: 'What is wrong and what is accepted. The text may change.',
    example: '"naem" can\'t be sorted by; sortable are name, tag',
  })
  readonly message!: string;
}

export class ErrorEnvelopeDto {
  @ApiProperty({ type: 'integer', minimum: 100, maximum: 600 })
  readonly http_status!: number;

  @ApiProperty({ format: 'date-time' })
  readonly timestamp!: string;

  @ApiProperty({ format: 'uuid', description: 'Equals the `X-Request-Id` header.' })
  readonly request_id!: string;

  @ApiProperty({ type: [FaultDto] })
  readonly errors!: FaultDto[];
}

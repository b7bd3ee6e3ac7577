import { ApiProperty } from '@nestjs/swagger';

export class FaultDto {
  @ApiProperty({ description: 'Where the fault lies, such as `query.sort_by` or `body.custom_types.Foo.icon.color`.' })
  readonly context!: string;

  @ApiProperty({ description: 'What is wrong, and what would be right.' })
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

import { ApiProperty } from '@nestjs/swagger';

/**
 * How values look on the wire: timestamps in UTC with milliseconds and `Z`; what may be null as `{time, valid}` or `{int32, valid}`.
 * This is for JSON that Node writes; what PostgreSQL writes has the same shapes by src/database/json-token.ts.
 */
export class NullTimeDto {
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  readonly time!: string | null;

  @ApiProperty({ description: 'True when `time` is not null.' })
  readonly valid!: boolean;
}

export class NullInt32Dto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly int32!: number;

  @ApiProperty({ description: 'True when the value is not null; `int32` is 0 otherwise.' })
  readonly valid!: boolean;
}

export function wireTime(time: Date): string {
  return time.toISOString();
}

export function wireNullTime(time: Date | null): NullTimeDto {
  return { time: time && time.toISOString(), valid: time !== null };
}

export function wireNullInt32(value: number | null): NullInt32Dto {
  return { int32: value ?? 0, valid: value !== null };
}

/** What every stored resource tells of itself. */
export abstract class RecordDto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly id!: number;

  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;

  @ApiProperty({ format: 'date-time' })
  readonly updated_at!: string;

  @ApiProperty({ description: 'Never set: what is deleted is gone.' })
  readonly deleted_at!: NullTimeDto;
}

/** A whole number from 0. */
export function Count(description?: string): PropertyDecorator {
  return ApiProperty({ type: 'integer', minimum: 0, ...(description !== undefined && { description }) });
}

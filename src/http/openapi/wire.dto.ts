import { ApiProperty } from '@nestjs/swagger';

/**
 * The form of values in answers: timestamps in UTC with milliseconds and `Z`, nullable values as `{time, valid}` or `{int32, valid}`.
 * src/database/sql/json-token.ts produces the same form in PostgreSQL.
 */
export class NullTimeDto {
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  readonly time!: string | null;

  @ApiProperty({ description: 'True if `time` is not null.' })
  readonly valid!: boolean;
}

export class NullInt32Dto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly int32!: number;

  @ApiProperty({ description: 'True if the value is not null; otherwise `int32` is 0.' })
  readonly valid!: boolean;
}

export class NullBoolDto {
  @ApiProperty()
  readonly bool!: boolean;

  @ApiProperty({ description: 'True if the value is not null; otherwise `bool` is false.' })
  readonly valid!: boolean;
}

export class NullStringDto {
  @ApiProperty()
  readonly string!: string;

  @ApiProperty({ description: 'True if the value is not null; otherwise `string` is empty.' })
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

/** The properties of every stored resource. */
export abstract class RecordDto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly id!: number;

  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;

  @ApiProperty({ format: 'date-time' })
  readonly updated_at!: string;

  @ApiProperty({ description: 'Never set: deleted records are not kept.' })
  readonly deleted_at!: NullTimeDto;
}

/** An integer from 0. */
export function Count(description?: string): PropertyDecorator {
  return ApiProperty({ type: 'integer', minimum: 0, ...(description !== undefined && { description }) });
}

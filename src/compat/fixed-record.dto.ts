import { ApiProperty } from '@nestjs/swagger';
import { NullTimeDto, wireNullTime } from '../http/openapi/wire.dto.js';

/** A record that is part of the service. It has no times, because nobody creates or changes it. */
export abstract class FixedRecordDto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly id!: number;

  @ApiProperty()
  readonly created_at!: NullTimeDto;

  @ApiProperty()
  readonly updated_at!: NullTimeDto;

  @ApiProperty()
  readonly deleted_at!: NullTimeDto;
}

const never = wireNullTime(null);

export const noTimes = { created_at: never, updated_at: never, deleted_at: never };

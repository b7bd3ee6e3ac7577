import { ApiProperty } from '@nestjs/swagger';
import { NullTimeDto } from './wire.js';

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

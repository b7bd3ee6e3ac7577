import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { maxInt32 } from '../../../http/input/rules.js';

export class ClientErrorRequest {
  @ApiProperty({ description: 'The error.' })
  @IsString({ message: 'takes a text' })
  readonly task_error!: string;

  @ApiPropertyOptional({ default: '', description: 'Details.' })
  @IsString({ message: 'takes a text' })
  readonly additional: string = '';
}

export class StartJobRequest {
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, maximum: maxInt32, description: 'Id of the job.' })
  @IsInt({ message: 'takes an integer' })
  @Min(1, { message: `takes 1 to ${maxInt32}` })
  @Max(maxInt32, { message: `takes 1 to ${maxInt32}` })
  readonly id!: number;
}

export class EndJobRequest {
  @ApiProperty({
    pattern: '^(complete|failed)$',
    example: 'complete',
    description: '`complete` or `failed`, in any case.',
  })
  @Matches(/^(complete|failed)$/i, { message: 'takes complete or failed' })
  readonly status!: string;

  @ApiPropertyOptional({ default: '', example: 'collection completed', description: 'Written to the log of the job.' })
  @IsString({ message: 'takes a text' })
  readonly message: string = '';
}

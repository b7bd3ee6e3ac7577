import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsString, Matches, Max, Min } from 'class-validator';

const text = /^[^\p{Cc}]{0,255}$/u;
const rule = { message: 'takes at most 255 characters without control characters' };
const shape = { maxLength: 255, default: '' } as const;

export class ClientReportRequest {
  @ApiPropertyOptional({ ...shape, example: '10.0.0.7', description: 'Address of the machine.' })
  @Matches(text, rule)
  readonly address: string = '';

  @ApiPropertyOptional({ ...shape, example: 'COLLECT01' })
  @Matches(text, rule)
  readonly hostname: string = '';

  @ApiPropertyOptional({ ...shape, example: 'CORP\\svc-collector', description: 'The user that runs the client.' })
  @Matches(text, rule)
  readonly username: string = '';

  @ApiPropertyOptional({ ...shape, description: 'Security identifier of the user.' })
  @Matches(text, rule)
  readonly user_sid: string = '';

  @ApiPropertyOptional({ ...shape, example: '2.6.0' })
  @Matches(text, rule)
  readonly version: string = '';
}

export class ClientErrorRequest {
  @ApiProperty({ description: 'The error.' })
  @IsString({ message: 'takes a text' })
  readonly task_error!: string;

  @ApiPropertyOptional({ default: '', description: 'Details.' })
  @IsString({ message: 'takes a text' })
  readonly additional: string = '';
}

const maxId = 2_147_483_647;

export class StartJobRequest {
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, maximum: maxId, description: 'Id of the job.' })
  @IsInt({ message: 'takes an integer' })
  @Min(1, { message: `takes 1 to ${maxId}` })
  @Max(maxId, { message: `takes 1 to ${maxId}` })
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

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';

export class EndJobRequest {
  @ApiProperty({
    pattern: '^(complete|failed)$',
    example: 'complete',
    description: '`complete` or `failed`, in any case.',
  })
  @Matches(/^(complete|failed)$/i, { message: 'takes complete or failed' })
  readonly status!: string;

  @ApiPropertyOptional({ default: '', example: 'collection completed', description: 'Goes to the log of the job.' })
  @IsString({ message: 'takes a text' })
  readonly message: string = '';
}

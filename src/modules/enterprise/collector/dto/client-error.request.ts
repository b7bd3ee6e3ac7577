import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString } from 'class-validator';

export class ClientErrorRequest {
  @ApiProperty({ description: 'What went wrong.' })
  @IsString({ message: 'takes a text' })
  readonly task_error!: string;

  @ApiPropertyOptional({ default: '', description: 'What else there is to say.' })
  @IsString({ message: 'takes a text' })
  readonly additional: string = '';
}

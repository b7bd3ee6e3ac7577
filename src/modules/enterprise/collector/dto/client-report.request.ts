import { ApiPropertyOptional } from '@nestjs/swagger';
import { Matches } from 'class-validator';

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

  @ApiPropertyOptional({ ...shape, example: 'CORP\\svc-collector', description: 'The user under which it runs.' })
  @Matches(text, rule)
  readonly username: string = '';

  @ApiPropertyOptional({ ...shape, description: 'Security identifier of the user.' })
  @Matches(text, rule)
  readonly user_sid: string = '';

  @ApiPropertyOptional({ ...shape, example: '2.6.0' })
  @Matches(text, rule)
  readonly version: string = '';
}

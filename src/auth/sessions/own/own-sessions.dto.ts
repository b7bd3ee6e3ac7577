import { ApiProperty } from '@nestjs/swagger';
import { type SessionKind, sessionKinds } from '../session-kind.js';

export class OwnSessionDto {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ enum: sessionKinds, description: 'Whether a program or the page of the service logged in.' })
  readonly kind!: SessionKind;

  @ApiProperty({ format: 'date-time', description: 'Time of the login.' })
  readonly created_at!: string;

  @ApiProperty({ format: 'date-time' })
  readonly expires_at!: string;

  @ApiProperty({ description: 'Whether the request itself belongs to the session.' })
  readonly is_current!: boolean;
}

import { ApiProperty } from '@nestjs/swagger';

export class LoginDto {
  @ApiProperty({ format: 'uuid' })
  readonly user_id!: string;

  @ApiProperty({ description: 'Whether the password has to be renewed; passwords of this service do not expire.' })
  readonly auth_expired!: boolean;

  @ApiProperty({ description: 'The bearer token.' })
  readonly session_token!: string;
}

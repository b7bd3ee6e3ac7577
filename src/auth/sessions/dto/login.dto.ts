import { ApiProperty } from '@nestjs/swagger';

export class LoginDto {
  @ApiProperty({ format: 'uuid' })
  readonly user_id!: string;

  @ApiProperty({ description: 'Whether the password has expired: the session may do nothing but change it.' })
  readonly auth_expired!: boolean;

  @ApiProperty({ description: 'The bearer token.' })
  readonly session_token!: string;
}

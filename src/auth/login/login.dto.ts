import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches, MaxLength } from 'class-validator';
import { passwordLength } from '../passwords/password-rules.js';

/** Largest body of a login; small, because everybody may send one. */
export const maxLoginBytes = 16_384;

export class LoginRequest {
  @ApiProperty({ enum: ['secret'] })
  @Matches(/^secret$/i, { message: 'takes "secret"' })
  readonly login_method!: string;

  @ApiProperty({ maxLength: 256, example: 'admin' })
  @IsString()
  @MaxLength(256)
  readonly username!: string;

  @ApiProperty({ maxLength: passwordLength.max, description: 'The password.' })
  @IsString()
  @MaxLength(passwordLength.max)
  readonly secret!: string;
}

export class LoginDto {
  @ApiProperty({ format: 'uuid' })
  readonly user_id!: string;

  @ApiProperty({ description: 'Whether the password has expired. If so, the session may only change it.' })
  readonly auth_expired!: boolean;

  @ApiProperty({ description: 'The bearer token.' })
  readonly session_token!: string;
}

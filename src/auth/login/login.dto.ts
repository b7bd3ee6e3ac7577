import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, Matches, MaxLength } from 'class-validator';
import { MayBeAbsent } from '../../http/input/rules.js';
import { passwordLength } from '../passwords/password-rules.js';
import type { OpenedSession } from './opened-session.js';

/** Largest body of a login; small, because everybody may send one. */
export const maxLoginBytes = 16_384;

/** Longest code of a second factor, or recovery code. */
export const otpLength = 64;

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

  @ApiPropertyOptional({
    maxLength: otpLength,
    example: '123456',
    description: 'If the account has a second factor: its code, or a recovery code.',
  })
  @MayBeAbsent()
  @IsString()
  @MaxLength(otpLength)
  readonly otp?: string;
}

export class LoginDto {
  @ApiProperty({ format: 'uuid' })
  readonly user_id!: string;

  @ApiProperty({ description: 'Whether the password has expired. If so, the session may only change it.' })
  readonly auth_expired!: boolean;

  @ApiProperty({
    description:
      'Whether `REQUIRE_MFA` asks for a second factor that the account lacks. If so, the session may only enrol one.',
  })
  readonly factor_missing!: boolean;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description:
      'When ten wrong codes after the right password blocked the codes of the account, if that was after the last login.',
  })
  readonly codes_blocked_at!: string | null;

  @ApiProperty({ description: 'The bearer token.' })
  readonly session_token!: string;
}

/** The answer to a login, without its token. */
export function toSessionDto(session: OpenedSession): Omit<LoginDto, 'session_token'> {
  return {
    user_id: session.accountId,
    auth_expired: session.passwordExpired,
    factor_missing: session.lacksFactor,
    codes_blocked_at: session.codesBlockedAt?.toISOString() ?? null,
  };
}

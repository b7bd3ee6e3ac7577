import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { MayBeAbsent } from '../../http/input/rules.js';
import type { FactorState } from '../factors/factor-state.js';
import { otpLength } from '../login/login.dto.js';
import { passwordLength } from '../passwords/password-rules.js';

export const mfaStatuses = ['deactivated', 'pending', 'activated'] as const;
export type MfaStatus = (typeof mfaStatuses)[number];

/** The password or a code. */
export class ProofRequest {
  @ApiPropertyOptional({ maxLength: passwordLength.max, description: 'The password.' })
  @MayBeAbsent()
  @IsString()
  @MaxLength(passwordLength.max)
  readonly secret?: string;

  @ApiPropertyOptional({
    maxLength: otpLength,
    description: 'In place of the password: a code of the second factor, or a recovery code.',
  })
  @MayBeAbsent()
  @IsString()
  @MaxLength(otpLength)
  readonly otp?: string;
}

export class ActivateFactorRequest {
  @ApiProperty({ maxLength: otpLength, example: '123456', description: 'The code that the app shows.' })
  @IsString()
  @MaxLength(otpLength)
  readonly otp!: string;
}

export class EnrolledFactorDto {
  @ApiProperty({
    description: 'In base 32, for an app that reads no QR code.',
    example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  })
  readonly totp_secret!: string;

  @ApiProperty({ description: 'The same as a URI, for a QR code.' })
  readonly totp_uri!: string;
}

class MfaStatusDto {
  @ApiProperty({ enum: mfaStatuses, description: '`pending`: enrolled, and not activated by a code yet.' })
  readonly status!: MfaStatus;
}

export class FactorStateDto extends MfaStatusDto {
  @ApiProperty({ type: 'integer', description: 'Recovery codes that are not used yet.' })
  readonly recovery_codes_left!: number;
}

export class RecoveryCodesDto {
  @ApiProperty({ type: [String], description: 'Each logs in once in place of the second factor. Shown only now.' })
  readonly recovery_codes!: string[];
}

export class ActivatedFactorDto extends MfaStatusDto {
  @ApiProperty({ type: [String], description: 'Each logs in once in place of the second factor. Shown only now.' })
  readonly recovery_codes!: string[];
}

export class RemovedFactorDto extends MfaStatusDto {}

export function mfaStatusOf({ isActive, isEnrolled }: FactorState): MfaStatus {
  if (isActive) return 'activated';
  return isEnrolled ? 'pending' : 'deactivated';
}

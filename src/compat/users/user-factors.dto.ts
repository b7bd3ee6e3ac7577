import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { type MfaStatus, mfaStatuses } from '../../auth/enrolment/factors.dto.js';
import { passwordLength } from '../../auth/passwords/password-rules.js';

export class UserSecretRequest {
  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    maxLength: passwordLength.max,
    description: 'The own secret.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(passwordLength.max)
  readonly secret?: string | null;
}

export class EnrolledUserDto {
  @ApiProperty({ description: 'A picture as a data: URL, for an app.' })
  readonly qr_code!: string;

  @ApiProperty({ description: 'In base 32, for an app that reads no picture.' })
  readonly totp_secret!: string;
}

export class UserFactorDto {
  @ApiProperty({ enum: mfaStatuses, description: '`pending`: enrolled, and not activated by a code yet.' })
  readonly status!: MfaStatus;
}

export class ActivatedUserDto extends UserFactorDto {
  @ApiProperty({ type: [String], description: 'Each logs in once in place of the second factor. Shown only now.' })
  readonly recovery_codes!: string[];
}

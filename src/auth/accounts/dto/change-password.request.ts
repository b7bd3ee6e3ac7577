import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsString, MaxLength } from 'class-validator';
import { IsPassword } from '../../passwords/is-password.decorator.js';
import { passwordLength } from '../../passwords/password-rule.js';
import { MayBeAbsent } from './update-account.request.js';

export class ChangePasswordRequest {
  @ApiProperty({ maxLength: passwordLength.max })
  @IsString()
  @MaxLength(passwordLength.max)
  readonly current!: string;

  @IsPassword()
  readonly new!: string;

  @ApiPropertyOptional({ description: 'Whether to delete all API tokens of the account, too.' })
  @MayBeAbsent()
  @IsBoolean()
  readonly revoke_tokens?: boolean;
}

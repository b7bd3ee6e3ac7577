import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsEmail, IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { MayBeAbsent } from '../../http/input/rules.js';
import { IsPassword, passwordLength } from '../passwords/password-rules.js';
import { type Role, roles } from '../permissions.js';
import { accountName, accountNameAllowed } from './account.js';

export class CreateAccountRequest {
  @ApiProperty({ pattern: accountName.source, example: 'alice' })
  @Matches(accountName, { message: `takes ${accountNameAllowed}` })
  readonly name!: string;

  @ApiProperty({ enum: roles })
  @IsIn(roles)
  readonly role!: Role;

  @IsPassword()
  readonly password!: string;

  @ApiPropertyOptional({ type: 'string', format: 'email', nullable: true })
  @IsOptional()
  @IsEmail()
  readonly email?: string | null;
}

export class UpdateAccountRequest {
  @ApiPropertyOptional({ enum: roles })
  @MayBeAbsent()
  @IsIn(roles)
  readonly role?: Role;

  @ApiPropertyOptional({ type: 'string', format: 'email', nullable: true, description: 'Null removes the address.' })
  @IsOptional()
  @IsEmail()
  readonly email?: string | null;

  @ApiPropertyOptional()
  @MayBeAbsent()
  @IsBoolean()
  readonly is_disabled?: boolean;

  @MayBeAbsent()
  @IsPassword({ optional: true })
  readonly password?: string;

  @ApiPropertyOptional({
    description: 'Whether to delete all API tokens of the account, for example with a new password.',
  })
  @MayBeAbsent()
  @IsBoolean()
  readonly revoke_tokens?: boolean;
}

export class ChangePasswordRequest {
  @ApiProperty({ maxLength: passwordLength.max })
  @IsString()
  @MaxLength(passwordLength.max)
  readonly current!: string;

  @IsPassword()
  readonly new!: string;

  @ApiPropertyOptional({ description: 'Whether to delete all API tokens of the account too.' })
  @MayBeAbsent()
  @IsBoolean()
  readonly revoke_tokens?: boolean;
}

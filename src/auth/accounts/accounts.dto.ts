import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator';
import { maxInt32, MayBeAbsent } from '../../http/input/rules.js';
import { IsPassword, passwordLength } from '../passwords/password-rules.js';
import { type Role, roles } from '../permissions.js';
import { accountName, accountNameAllowed } from './account.js';

function AccountProvider(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      type: 'integer',
      format: 'int32',
      nullable: true,
      description: 'Id of the identity provider by which the owner logs in. The account has no password then.',
    }),
    IsOptional(),
    IsInt(),
    Min(1),
    Max(maxInt32),
  );
}

export class CreateAccountRequest {
  @ApiProperty({ pattern: accountName.source, example: 'alice' })
  @Matches(accountName, { message: `takes ${accountNameAllowed}` })
  readonly name!: string;

  @ApiProperty({ enum: roles })
  @IsIn(roles)
  readonly role!: Role;

  @ValidateIf(({ sso_provider_id, password }) => typeof sso_provider_id !== 'number' || password !== undefined)
  @IsPassword({ optional: true })
  readonly password?: string;

  @AccountProvider()
  readonly sso_provider_id?: number | null;

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

  @AccountProvider()
  readonly sso_provider_id?: number | null;

  @ApiPropertyOptional({
    description: 'Whether to forget the person at the provider, so that the next login by it binds the account again.',
  })
  @MayBeAbsent()
  @IsBoolean()
  readonly release_subject?: boolean;
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

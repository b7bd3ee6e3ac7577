import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsEmail, IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { MayBeAbsent } from '../../http/input/rules.js';
import { NullTimeDto, wireNullTime, wireTime } from '../../http/openapi/wire.dto.js';
import { IsPassword, passwordLength } from '../passwords/password-rules.js';
import { type Permission, permissionNames, permissions, permissionsOf, type Role, roles } from '../permissions.js';
import { type Account, accountName, accountNameAllowed } from './account.js';

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

export class AccountDto {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ example: 'alice' })
  readonly name!: string;

  @ApiProperty({ type: 'string', nullable: true })
  readonly email!: string | null;

  @ApiProperty({ enum: roles })
  readonly role!: Role;

  @ApiProperty()
  readonly is_disabled!: boolean;

  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;

  @ApiProperty({ format: 'date-time' })
  readonly updated_at!: string;

  @ApiProperty()
  readonly last_login!: NullTimeDto;
}

export class SelfDto extends AccountDto {
  @ApiProperty({ type: 'string', nullable: true })
  readonly first_name!: string | null;

  @ApiProperty({ type: 'string', nullable: true })
  readonly last_name!: string | null;

  @ApiProperty({ enum: permissionNames, isArray: true, description: 'The permissions of the role.' })
  readonly permissions!: Permission[];
}

export class RoleDto {
  @ApiProperty({ enum: roles })
  readonly role!: Role;

  @ApiProperty({ enum: permissionNames, isArray: true })
  readonly permissions!: Permission[];

  @ApiProperty({ type: [String], description: 'What each of the permissions permits, in their order.' })
  readonly meanings!: string[];
}

export function toAccountDto(account: Account): AccountDto {
  return fieldsOf(account);
}

export function toSelfDto(account: Account): SelfDto {
  const { firstName, lastName, role } = account;
  return { ...fieldsOf(account), first_name: firstName, last_name: lastName, permissions: permissionsOfRole(role) };
}

export function toRoleDto(role: Role): RoleDto {
  const held = permissionsOfRole(role);
  return { role, permissions: held, meanings: held.map((it) => permissions[it]) };
}

function fieldsOf(account: Account) {
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    role: account.role,
    is_disabled: account.isDisabled,
    created_at: wireTime(account.createdAt),
    updated_at: wireTime(account.updatedAt),
    last_login: wireNullTime(account.lastLogin),
  } satisfies AccountDto;
}

function permissionsOfRole(role: Role): Permission[] {
  return permissionNames.filter((name) => permissionsOf(role).has(name));
}

import { ApiProperty } from '@nestjs/swagger';
import type { Account } from '../../auth/accounts/account.js';
import { permissionsOf } from '../../auth/permissions.js';
import { NullTimeDto, wireNullTime, wireTime } from '../../http/openapi/wire.dto.js';
import {
  type ReferencePermission,
  referencePermissionsOf,
  type ReferenceRole,
  referenceRoles,
} from '../reference-roles.js';
import { FixedRecordDto, noTimes } from '../fixed-record.dto.js';

const nullText = { type: 'string', nullable: true } as const;

export class ReferencePermissionDto extends FixedRecordDto {
  @ApiProperty({ example: 'graphdb' })
  readonly authority!: string;

  @ApiProperty({ example: 'Read' })
  readonly name!: string;
}

export class ReferenceRoleDto extends FixedRecordDto {
  @ApiProperty({ example: 'Administrator' })
  readonly name!: string;

  @ApiProperty()
  readonly description!: string;

  @ApiProperty({ type: [ReferencePermissionDto] })
  readonly permissions!: ReferencePermissionDto[];
}

class AuthSecretDto {
  @ApiProperty({ example: 'argon2' })
  readonly digest_method!: string;

  @ApiProperty({
    description: 'The end of the year 9999 for a password that does not expire. Not set for an expired password.',
  })
  readonly expires_at!: NullTimeDto;

  @ApiProperty({ description: 'Whether a login needs a code of an app.' })
  readonly totp_activated!: boolean;
}

export class UserDto {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ example: 'alice' })
  readonly principal_name!: string;

  @ApiProperty({ description: 'The name of the account if it has neither name.' })
  readonly first_name!: string;

  @ApiProperty()
  readonly last_name!: string;

  @ApiProperty(nullText)
  readonly email_address!: string | null;

  @ApiProperty({ type: [ReferenceRoleDto], description: 'The one role of the account.' })
  readonly roles!: ReferenceRoleDto[];

  @ApiProperty({ type: AuthSecretDto, nullable: true, description: 'Null for an account without a password.' })
  readonly AuthSecret!: AuthSecretDto | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'The identity provider by which the user logs in.' })
  readonly sso_provider_id!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'The same.' })
  readonly saml_provider_id!: number | null;

  @ApiProperty()
  readonly is_disabled!: boolean;

  @ApiProperty({ description: 'Always true: there is no agreement to accept.' })
  readonly eula_accepted!: boolean;

  @ApiProperty({ description: 'Whether the user sees all environments.' })
  readonly all_environments!: boolean;

  @ApiProperty({
    type: 'object',
    properties: {
      environments: {
        type: 'array',
        items: { type: 'object', properties: { environment_id: { type: 'string' } }, required: ['environment_id'] },
      },
    },
    required: ['environments'],
    description: 'The environments that a limited user sees.',
  })
  readonly environment_targeted_access_control!: { readonly environments: { readonly environment_id: string }[] };

  @ApiProperty()
  readonly last_login!: NullTimeDto;

  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;

  @ApiProperty({ format: 'date-time' })
  readonly updated_at!: string;

  @ApiProperty()
  readonly deleted_at!: NullTimeDto;
}

export class MinimalUserDto {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ description: 'The name of the account if it has neither name.' })
  readonly first_name!: string;

  @ApiProperty()
  readonly last_name!: string;

  @ApiProperty({ ...nullText, description: 'Email address.' })
  readonly email!: string | null;

  @ApiProperty({ ...nullText, description: 'The same, by the name that the page of the reference product reads.' })
  readonly email_address!: string | null;
}

export const roleIdAllowed = `the id of one role: ${referenceRoles.map(({ id, name }) => `${id} (${name})`).join(', ')}`;

const never = wireNullTime(null);

/** Expiry of a password that never expires. Clients compare it with the current time, so it must be a time. */
const endOfTime = new Date('9999-12-31T23:59:59Z');

export function toUserDto(account: Account): UserDto {
  return {
    id: account.id,
    principal_name: account.name,
    ...shownNames(account),
    email_address: account.email,
    roles: referenceRoles.filter(({ role }) => role === account.role).map(toReferenceRoleDto),
    AuthSecret: secretOf(account),
    sso_provider_id: account.ssoProviderId,
    saml_provider_id: account.ssoProviderId,
    is_disabled: account.isDisabled,
    all_environments: account.environments === null,
    environment_targeted_access_control: {
      environments: (account.environments ?? []).map((environment_id) => ({ environment_id })),
    },
    eula_accepted: true,
    last_login: wireNullTime(account.lastLogin),
    created_at: wireTime(account.createdAt),
    updated_at: wireTime(account.updatedAt),
    deleted_at: never,
  };
}

export function toMinimalUserDto(account: Account): MinimalUserDto {
  const { id, email } = account;
  return { id, ...shownNames(account), email, email_address: email };
}

/** The page of the reference product joins both names, so neither is null. */
function shownNames({ name, firstName, lastName }: Pick<Account, 'name' | 'firstName' | 'lastName'>) {
  return { first_name: firstName ?? (lastName === null ? name : ''), last_name: lastName ?? '' };
}

export function toReferenceRoleDto({ id, role, name, description }: ReferenceRole): ReferenceRoleDto {
  const permissions = referencePermissionsOf(permissionsOf(role)).map(toReferencePermissionDto);
  return { id, name, description, permissions, ...noTimes };
}

export function toReferencePermissionDto({ id, authority, name }: ReferencePermission): ReferencePermissionDto {
  return { id, authority, name, ...noTimes };
}

function secretOf({ passwordState, totpActive }: Account): AuthSecretDto | null {
  if (passwordState === 'absent') return null;
  const expiresAt = wireNullTime(passwordState === 'expired' ? null : endOfTime);
  return { digest_method: 'argon2', expires_at: expiresAt, totp_activated: totpActive };
}

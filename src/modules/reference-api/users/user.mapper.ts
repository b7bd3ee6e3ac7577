import type { Account } from '../../../auth/accounts/account.js';
import { permissionsOf } from '../../../auth/permissions.js';
import { wireNullTime, wireTime } from '../../../http/wire.js';
import type {
  AuthSecretDto,
  MinimalUserDto,
  ReferencePermissionDto,
  ReferenceRoleDto,
  UserDto,
} from './dto/user.dto.js';
import { type ReferencePermission, type ReferenceRole, referencePermissions, referenceRoles } from './roles.js';

const never = wireNullTime(null);
const noTimes = { created_at: never, updated_at: never, deleted_at: never };

/** Clients compare it with the time of day, so that "never" has to be a time. */
const endOfTime = new Date('9999-12-31T23:59:59Z');

export function toUserDto(account: Account): UserDto {
  return {
    id: account.id,
    principal_name: account.name,
    first_name: account.firstName,
    last_name: account.lastName,
    email_address: account.email,
    roles: referenceRoles.filter(({ role }) => role === account.role).map(toReferenceRoleDto),
    AuthSecret: secretOf(account),
    sso_provider_id: null,
    saml_provider_id: null,
    is_disabled: account.isDisabled,
    eula_accepted: true,
    last_login: wireNullTime(account.lastLogin),
    created_at: wireTime(account.createdAt),
    updated_at: wireTime(account.updatedAt),
    deleted_at: never,
  };
}

export function toMinimalUserDto({ id, firstName, lastName, email }: Account): MinimalUserDto {
  return { id, first_name: firstName, last_name: lastName, email };
}

export function toReferenceRoleDto({ id, role, name, description }: ReferenceRole): ReferenceRoleDto {
  const held = permissionsOf(role);
  const permissions = referencePermissions.filter(({ permission }) => held.has(permission));
  return { id, name, description, permissions: permissions.map(toReferencePermissionDto), ...noTimes };
}

export function toReferencePermissionDto({ id, authority, name }: ReferencePermission): ReferencePermissionDto {
  return { id, authority, name, ...noTimes };
}

function secretOf({ passwordState }: Account): AuthSecretDto | null {
  if (passwordState === 'absent') return null;
  const expiresAt = wireNullTime(passwordState === 'expired' ? null : endOfTime);
  return { digest_method: 'argon2', expires_at: expiresAt, totp_activated: false };
}

import { wireNullTime, wireTime } from '../../http/wire.js';
import { type Permission, permissionNames, permissionsOf, type Role } from '../permissions.js';
import type { Account } from './account.js';
import type { AccountDto } from './dto/account.dto.js';
import type { RoleDto } from './dto/role.dto.js';
import type { SelfDto } from './dto/self.dto.js';

export function toAccountDto(account: Account): AccountDto {
  return fieldsOf(account);
}

export function toSelfDto(account: Account): SelfDto {
  return { ...fieldsOf(account), permissions: permissionsOfRole(account.role) };
}

export function toRoleDto(role: Role): RoleDto {
  return { role, permissions: permissionsOfRole(role) };
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

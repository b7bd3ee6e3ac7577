import { memory } from '../../http/fields/memory.js';
import { field, type JsonOf, listOf, shape } from '../../http/fields/fields.js';
import type { ListRequest } from '../../http/list/list-description.js';
import { wireNullInt32, wireNullTime, wireTime } from '../../http/openapi/wire.dto.js';
import { type Permission, permissionNames, permissions, permissionsOf, type Role, roles } from '../permissions.js';
import type { Principal } from '../principal.js';
import type { Account } from './account.js';

export const accountShape = shape('AccountDto', {
  id: field.uuid('id', {}, 'sort', 'filter'),
  name: field.text('name', { example: 'alice' }, 'sort', 'filter'),
  email: field.optionalText('email', {}, 'sort', 'filter'),
  role: field.choice(roles)('role', {}, 'sort', 'filter'),
  totp_active: field.boolean('totp_active', 'Whether a login needs a code of an app.', 'sort', 'filter'),
  passkeys: field.count('passkeys', 'Number of passkeys.', 'sort', 'filter'),
  is_disabled: field.boolean('is_disabled', {}, 'sort', 'filter'),
  environments: field.json<readonly string[] | null>({ type: [String], nullable: true })(
    "coalesce(to_json(environments)::text, 'null')",
    'Object ids of the environments that the account sees; null: all.',
  ),
  sees_nodes_of_none: field.boolean(
    'sees_nodes_of_none',
    'Whether an account that is limited to environments sees nodes without one.',
  ),
  created_at: field.time('created_at', {}, 'sort', 'filter'),
  updated_at: field.time('updated_at', {}, 'sort', 'filter'),
  last_login: field.nullTime('last_login', {}, 'sort', 'filter'),
  sso_provider_id: field.nullInt32(
    'sso_provider_id',
    'The identity provider by which the owner logs in; the account has no password then.',
    'sort',
    'filter',
  ),
});
export type AccountDto = JsonOf<typeof accountShape.fields>;

const ofRole = { enum: permissionNames, isArray: true } as const;

export const selfShape = shape('SelfDto', {
  ...accountShape.fields,
  first_name: field.optionalText('first_name'),
  last_name: field.optionalText('last_name'),
  permissions: memory.any<Permission[]>({
    ...ofRole,
    description:
      'What the caller may do: the permissions of the role, or fewer with an expired password or no second factor.',
  }),
  factor_missing: memory.any<boolean>({
    type: 'boolean',
    description:
      'Whether `REQUIRE_MFA` asks for a second factor that the account lacks: the session may only enrol one.',
  }),
  sso_slug: memory.optionalText(
    'Slug of the identity provider by which the owner logs in (`/api/v2/sso/{slug}/login`); null for an account with a password.',
  ),
});
export type SelfDto = JsonOf<typeof selfShape.fields>;

export const roleShape = shape('RoleDto', {
  role: memory.any<Role>({ enum: roles }),
  permissions: memory.any<Permission[]>(ofRole),
  meanings: memory.any<string[]>({
    type: [String],
    description: 'Descriptions of the permissions, in their order.',
  }),
});
export type RoleDto = JsonOf<typeof roleShape.fields>;

export const accountList = listOf(accountShape, { defaultSort: ['name'], tieBreaker: 'id' });

export type AccountListRequest = ListRequest<keyof typeof accountList.columns>;

export function toAccountDto(account: Account): AccountDto {
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    role: account.role,
    totp_active: account.totpActive,
    passkeys: account.passkeys,
    is_disabled: account.isDisabled,
    environments: account.environments,
    sees_nodes_of_none: account.seesNodesOfNone,
    created_at: wireTime(account.createdAt),
    updated_at: wireTime(account.updatedAt),
    last_login: wireNullTime(account.lastLogin),
    sso_provider_id: wireNullInt32(account.ssoProviderId),
  };
}

export function toSelfDto(
  account: Account,
  { permissions: held }: Principal,
  { lacksFactor, slug }: { readonly lacksFactor: boolean; readonly slug: string | null },
): SelfDto {
  const { firstName, lastName } = account;
  return {
    ...toAccountDto(account),
    first_name: firstName,
    last_name: lastName,
    permissions: permissionNames.filter((name) => held.has(name)),
    factor_missing: lacksFactor,
    sso_slug: slug,
  };
}

export function toRoleDto(role: Role): RoleDto {
  const held = permissionsOfRole(role);
  return { role, permissions: held, meanings: held.map((it) => permissions[it]) };
}

function permissionsOfRole(role: Role): Permission[] {
  return permissionNames.filter((name) => permissionsOf(role).has(name));
}

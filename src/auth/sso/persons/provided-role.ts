import { type Role, roles } from '../../permissions.js';
import type { SsoProvider } from '../providers/sso-provider.js';
import type { Claims } from './person.js';

const usualClaims = {
  OIDC: 'roles',
  SAML: 'http://schemas.microsoft.com/ws/2008/06/identity/claims/role',
} as const;

/** The role of a person: the one that the provider names, if it names exactly one known role, else the default one. */
export function providedRole({ kind, config }: Pick<SsoProvider, 'kind' | 'config'>, claims: Claims): Role {
  const { defaultRole, roleProvision } = config.autoProvision;
  if (!roleProvision) return defaultRole;
  const named = new Set((claims.get(config.roleClaim ?? usualClaims[kind]) ?? []).flatMap((it) => roleNamed(it) ?? []));
  if (!config.allowAdministrator) named.delete('administrator');
  const [role, ...others] = named;
  return role === undefined || others.length > 0 ? defaultRole : role;
}

/** `bh-power-user` and `graphward-power_user` name the same role. */
function roleNamed(value: string): Role | undefined {
  const [, name] = /^(?:bh|graphward)-(.+)$/i.exec(value) ?? [];
  return roles.find((role) => role === name?.toLowerCase().replaceAll('-', '_'));
}

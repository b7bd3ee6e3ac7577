import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { derive, type DerivationRule } from './derivation-rule.js';
import { DirectoryRole, resettableRoles } from './directory-roles.js';

/** Roles by template, and who holds them: directly, or as a member of a group that roles may be assigned to. */
export const cloudRoleTables = [
  `CREATE TEMP TABLE cloud_role ON COMMIT DROP AS
   SELECT id, environment AS tenant, upper(coalesce(nullif(props ->> 'templateid', ''), split_part(objectid, '@', 1))) AS template
   FROM node WHERE kind = ${Kind.AZRole}`,
  `CREATE TEMP TABLE cloud_role_holder ON COMMIT DROP AS
   WITH direct AS (
     SELECT r.id AS role, r.template, r.tenant, h.source AS principal
     FROM cloud_role r JOIN edge h ON h.target = r.id AND h.kind = ${Kind.AZHasRole})
   SELECT * FROM direct
   UNION SELECT d.role, d.template, d.tenant, m.source FROM direct d
     JOIN node g ON g.id = d.principal AND g.kind = ${Kind.AZGroup} AND g.props -> 'isassignabletorole' = 'true'
     JOIN edge m ON m.target = g.id AND m.kind = ${Kind.AZMemberOf}`,
  'ANALYZE cloud_role; ANALYZE cloud_role_holder',
] as const;

function quoted(templates: readonly string[]): string {
  return templates.map((template) => `'${template}'`).join(', ');
}

/** SQL: everyone who holds one of the roles gets an edge to every node `t` of the same tenant for which `targets` holds. */
function holdersTo(kind: number, templates: readonly string[], targets: string): string {
  return `${derive} SELECT h.principal, ${kind}, t.id FROM cloud_role_holder h
    JOIN node t ON t.environment = h.tenant AND ${targets}
    WHERE h.template IN (${quoted(templates)})`;
}

const tenant = `t.kind = ${Kind.AZTenant}`;
const anyGroup = `t.kind = ${Kind.AZGroup}`;
const ordinaryGroup = `${anyGroup} AND t.props -> 'isassignabletorole' IS DISTINCT FROM 'true'`;

const lesserAdministrators = quoted(Object.keys(resettableRoles));

const resettablePairs = Object.entries(resettableRoles)
  .flatMap(([administrator, roles]) => roles.map((role) => `('${administrator}', '${role}')`))
  .join(', ');

const resetByGreater = `${derive}
  SELECT r.id, ${Kind.AZResetPassword}, u.id FROM cloud_role r
    JOIN node u ON u.environment = r.tenant AND u.kind = ${Kind.AZUser}
  WHERE r.template IN (${quoted([
    DirectoryRole.GlobalAdministrator,
    DirectoryRole.PrivilegedAuthenticationAdministrator,
    DirectoryRole.PartnerTier2Support,
  ])})`;

const resetByLesser = `${derive}
  WITH protected AS (
    SELECT DISTINCT r.id AS role, h.principal FROM cloud_role r JOIN cloud_role_holder h ON h.tenant = r.tenant
    WHERE r.template IN (${lesserAdministrators}) AND (r.template, h.template) NOT IN (VALUES ${resettablePairs}))
  SELECT r.id, ${Kind.AZResetPassword}, u.id FROM cloud_role r
    JOIN node u ON u.environment = r.tenant AND u.kind = ${Kind.AZUser}
  WHERE r.template IN (${lesserAdministrators})
    AND NOT EXISTS (SELECT FROM protected p WHERE (p.role, p.principal) = (r.id, u.id))`;

const secretsByOwners = `${derive}
  SELECT o.source, ${Kind.AZAddSecret}, a.id FROM node a JOIN edge o ON o.target = a.id AND o.kind = ${Kind.AZOwns}
  WHERE a.kind = ${Kind.AZApp}`;

/** What the holders of roles in Entra ID can do in their tenant. */
export const cloudRoles: DerivationRule = {
  name: 'rights by cloud roles',
  statements: [
    ...cloudRoleTables,
    holdersTo(Kind.AZGlobalAdmin, [DirectoryRole.GlobalAdministrator], tenant),
    holdersTo(Kind.AZPrivilegedRoleAdmin, [DirectoryRole.PrivilegedRoleAdministrator], tenant),
    holdersTo(Kind.AZPrivilegedAuthAdmin, [DirectoryRole.PrivilegedAuthenticationAdministrator], tenant),
    resetByGreater,
    resetByLesser,
    holdersTo(
      Kind.AZAddMembers,
      [DirectoryRole.GlobalAdministrator, DirectoryRole.PrivilegedRoleAdministrator],
      anyGroup,
    ),
    holdersTo(
      Kind.AZAddMembers,
      [
        DirectoryRole.GroupsAdministrator,
        DirectoryRole.UserAdministrator,
        DirectoryRole.IdentityGovernanceAdministrator,
        DirectoryRole.IntuneAdministrator,
        DirectoryRole.KnowledgeAdministrator,
        DirectoryRole.KnowledgeManager,
        DirectoryRole.DirectoryWriters,
      ],
      ordinaryGroup,
    ),
    secretsByOwners,
    holdersTo(
      Kind.AZAddSecret,
      [DirectoryRole.ApplicationAdministrator, DirectoryRole.CloudApplicationAdministrator],
      `t.kind = ${Kind.AZApp}`,
    ),
    holdersTo(
      Kind.AZExecuteCommand,
      [DirectoryRole.IntuneAdministrator],
      `t.kind = ${Kind.AZDevice} AND t.props ->> 'operatingsystem' ILIKE '%windows%'`,
    ),
  ],
};

import type { SqlRunner } from '../../database/database.js';
import { PropertyFlag } from '../../graph/store/edge-flag.js';
import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { cloudRoleTables } from '../rules/cloud-roles.js';
import { DirectoryRole } from '../rules/directory-roles.js';

/** Ends of the ids of accounts and groups that hold a domain by themselves. */
const suffixes = ['1-5-9', '-500', '-512', '-516', '-518', '-519', '-526', '-527', '-544', '-551'];

const membership = 'CREATE TEMP TABLE tier_zero (id bigint PRIMARY KEY) ON COMMIT DROP';
const add = 'INSERT INTO tier_zero';
const once = 'ON CONFLICT DO NOTHING';

/** The domain itself, its mighty accounts and groups, and the container whose permissions are stamped on those. */
const ofDomains = `${add}
  SELECT id FROM node WHERE kind = ${Kind.Domain}
  UNION SELECT n.id FROM node d JOIN node n ON n.environment = d.objectid AND n.kinds && '{${Kind.Group}, ${Kind.User}}'
    AND n.objectid LIKE ANY ('{${suffixes.map((suffix) => `%${suffix}`).join(', ')}}') WHERE d.kind = ${Kind.Domain}
  UNION SELECT n.id FROM node d JOIN node n ON n.environment = d.objectid AND n.kind = ${Kind.Container}
    AND n.props ->> 'distinguishedname' LIKE 'CN=ADMINSDHOLDER,CN=SYSTEM,%' WHERE d.kind = ${Kind.Domain} ${once}`;

/** Who is in those groups, at any depth. */
const members = `${add}
  WITH RECURSIVE below(id) AS (
    SELECT id FROM tier_zero UNION SELECT m.source FROM below b JOIN edge m ON m.target = b.id AND m.kind = ${Kind.MemberOf})
  SELECT id FROM below ${once}`;

/** Policies that apply to those: linked to what contains them, unless a unit in between blocks inheritance and the link is not enforced. */
const policies = `${add}
  WITH RECURSIVE above(id, blocked) AS (
    SELECT c.source, false FROM tier_zero z JOIN edge c ON c.target = z.id AND c.kind = ${Kind.Contains}
    UNION SELECT c.source, a.blocked OR n.props -> 'blocksinheritance' IS NOT DISTINCT FROM 'true' FROM above a
      JOIN node n ON n.id = a.id JOIN edge c ON c.target = a.id AND c.kind = ${Kind.Contains})
  SELECT l.source FROM above a JOIN edge l ON l.target = a.id AND l.kind = ${Kind.GPLink}
    AND (NOT a.blocked OR l.flags & ${PropertyFlag.enforced} <> 0) ${once}`;

const mightyRoles = [
  DirectoryRole.GlobalAdministrator,
  DirectoryRole.PrivilegedRoleAdministrator,
  DirectoryRole.PrivilegedAuthenticationAdministrator,
  DirectoryRole.PartnerTier2Support,
];

/** Tenants, their mighty roles and who holds them; machines in the cloud that are in a group of tier zero. */
const ofTenants = `${add}
  SELECT id FROM node WHERE kind = ${Kind.AZTenant}
  UNION SELECT r.id FROM cloud_role r WHERE r.template IN (${mightyRoles.map((role) => `'${role}'`).join(', ')})
  UNION SELECT h.principal FROM cloud_role_holder h WHERE h.template IN (${mightyRoles.map((role) => `'${role}'`).join(', ')})
  ${once}`;

/** Resource groups, then subscriptions, then management groups that contain something of it. */
const cloudContainers = `${add}
  WITH RECURSIVE above(id) AS (
    SELECT id FROM tier_zero
    UNION SELECT c.source FROM above a JOIN edge c ON c.target = a.id AND c.kind = ${Kind.AZContains}
      JOIN node n ON n.id = c.source AND n.kind IN (${Kind.AZResourceGroup}, ${Kind.AZSubscription}, ${Kind.AZManagementGroup}))
  SELECT id FROM above ${once}`;

/** Whatever comes to one of those as a member, by a role or as the application behind a principal. */
const cloudHolders = `${add}
  WITH RECURSIVE behind(id) AS (
    SELECT id FROM tier_zero
    UNION SELECT e.source FROM behind b JOIN edge e ON e.target = b.id
      AND e.kind IN (${Kind.AZMemberOf}, ${Kind.AZHasRole}, ${Kind.AZRunsAs}))
  SELECT id FROM behind ${once}`;

const drop = 'DELETE FROM tier_zero_member m WHERE NOT EXISTS (SELECT FROM tier_zero z WHERE z.id = m.node_id)';

const keep = 'INSERT INTO tier_zero_member SELECT id FROM tier_zero EXCEPT SELECT node_id FROM tier_zero_member';

/** They gather the members in `tier_zero`. */
export const tierZeroStatements: readonly string[] = [
  membership,
  ofDomains,
  members,
  policies,
  ...cloudRoleTables,
  ofTenants,
  cloudContainers,
  cloudHolders,
];

/**
 * Makes the members of tier zero equal to those gathered. Under the write lock.
 * @returns how many came or went
 */
export async function applyTierZero(tx: SqlRunner): Promise<number> {
  const dropped = await tx.query(`${drop} RETURNING 1`);
  const added = await tx.query(`${keep} RETURNING 1`);
  return dropped.length + added.length;
}

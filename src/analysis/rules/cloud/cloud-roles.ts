import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { type CloudRole, type GraphFacts, type RuleGraph, Trait } from '../../facts/graph-facts.js';
import { DirectoryRole, resettableRoles } from './directory-roles.js';
import type { EmitEdge, Rule } from '../rule.js';

/** A right of the holders of roles over nodes of their tenant. */
interface RoleRight {
  readonly kind: number;
  readonly roles: readonly string[];
  /** Holders of these kinds only; absent: all holders. */
  readonly holders?: readonly number[];
  /** Kind of the nodes. */
  readonly targets: number;
  /** Only nodes with this trait, or without it. */
  readonly only?: { readonly trait: number; readonly has: boolean };
}

/** A group with a role acts only by its members. */
const accounts = [Kind.AZUser, Kind.AZServicePrincipal];

export const roleRights: readonly RoleRight[] = [
  { kind: Kind.AZGlobalAdmin, roles: [DirectoryRole.GlobalAdministrator], targets: Kind.AZTenant },
  { kind: Kind.AZPrivilegedRoleAdmin, roles: [DirectoryRole.PrivilegedRoleAdministrator], targets: Kind.AZTenant },
  {
    kind: Kind.AZPrivilegedAuthAdmin,
    roles: [DirectoryRole.PrivilegedAuthenticationAdministrator],
    targets: Kind.AZTenant,
  },
  {
    kind: Kind.AZAddMembers,
    roles: [DirectoryRole.GlobalAdministrator, DirectoryRole.PrivilegedRoleAdministrator],
    holders: accounts,
    targets: Kind.AZGroup,
  },
  {
    kind: Kind.AZAddMembers,
    roles: [
      DirectoryRole.GroupsAdministrator,
      DirectoryRole.UserAdministrator,
      DirectoryRole.IdentityGovernanceAdministrator,
      DirectoryRole.IntuneAdministrator,
      DirectoryRole.KnowledgeAdministrator,
      DirectoryRole.KnowledgeManager,
      DirectoryRole.DirectoryWriters,
    ],
    holders: accounts,
    targets: Kind.AZGroup,
    only: { trait: Trait.IsRoleAssignable, has: false },
  },
  {
    kind: Kind.AZExecuteCommand,
    roles: [DirectoryRole.IntuneAdministrator],
    targets: Kind.AZDevice,
    only: { trait: Trait.RunsWindows, has: true },
  },
];

/** Roles that add secrets to all applications and service principals. */
const addSecrets: readonly string[] = [
  DirectoryRole.ApplicationAdministrator,
  DirectoryRole.CloudApplicationAdministrator,
];

/** Roles that reset the passwords of all users. */
const resetAll: readonly string[] = [
  DirectoryRole.GlobalAdministrator,
  DirectoryRole.PrivilegedAuthenticationAdministrator,
  DirectoryRole.PartnerTier2Support,
];

/** Rights of roles in Entra ID, and of their holders, in their tenant. */
export const cloudRoles: Rule = {
  kinds: [...new Set(roleRights.map(({ kind }) => kind)), Kind.AZAddSecret, Kind.AZResetPassword],
  derive: ({ graph, facts, emit }) => {
    const { roles } = facts;
    const holders = new Map(roles.map(({ id }) => [id, roleHolders(graph, facts, id)]));
    for (const role of roles) {
      const tenant = graph.environmentOf(role.id);
      for (const right of roleRights) {
        if (!right.roles.includes(role.template)) continue;
        const targets = facts
          .inEnvironment(tenant, right.targets)
          .filter((target) => !right.only || facts.has(target, right.only.trait) === right.only.has);
        for (const holder of holders.get(role.id) ?? [])
          if (!right.holders || right.holders.includes(graph.kindOf(holder)))
            for (const target of targets) emit(holder, right.kind, target);
      }
      if (addSecrets.includes(role.template))
        for (const kind of [Kind.AZApp, Kind.AZServicePrincipal])
          for (const target of facts.inEnvironment(tenant, kind)) emit(role.id, Kind.AZAddSecret, target);
      resetPasswords(graph, facts, role, holders, emit);
    }
  },
};

/** Those who hold a role directly, or as a member of a group that roles may be assigned to. */
function roleHolders(graph: RuleGraph, facts: GraphFacts, role: number): Set<number> {
  const holders = new Set<number>();
  graph.sources(role, Kind.AZHasRole, (holder) => {
    holders.add(holder);
    if (graph.kindOf(holder) === Kind.AZGroup && facts.has(holder, Trait.IsRoleAssignable))
      graph.sources(holder, Kind.AZMemberOf, (member) => holders.add(member));
  });
  return holders;
}

/**
 * A role resets the passwords of all users, or of those who hold only roles that it may reset. The latter excludes members of groups that
 * roles may be assigned to, whether the group has a role or not.
 */
function resetPasswords(
  graph: RuleGraph,
  facts: GraphFacts,
  { id, template }: CloudRole,
  holders: ReadonlyMap<number, ReadonlySet<number>>,
  emit: EmitEdge,
): void {
  const tenant = graph.environmentOf(id);
  const users = facts.inEnvironment(tenant, Kind.AZUser);
  const resettable = resettableRoles[template];
  const isProtected = new Set<number>();
  if (resettable) {
    for (const other of facts.roles)
      if (graph.environmentOf(other.id) === tenant && !resettable.includes(other.template))
        for (const holder of holders.get(other.id) ?? []) isProtected.add(holder);
    for (const group of facts.inEnvironment(tenant, Kind.AZGroup))
      if (facts.has(group, Trait.IsRoleAssignable))
        graph.sources(group, Kind.AZMemberOf, (member) => isProtected.add(member));
  } else if (!resetAll.includes(template)) return;
  for (const user of users) if (!isProtected.has(user)) emit(id, Kind.AZResetPassword, user);
}

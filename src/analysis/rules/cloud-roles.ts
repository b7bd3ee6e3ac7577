import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { type CloudRole, type GraphFacts, type RuleGraph, Trait } from '../graph-facts.js';
import { DirectoryRole, resettableRoles } from './directory-roles.js';
import type { EmitEdge, Rule } from './rule.js';

/** A right of the holders of roles over nodes of their tenant. */
interface RoleRight {
  readonly kind: number;
  readonly roles: readonly string[];
  /** Kind of the nodes. */
  readonly targets: number;
  /** Only nodes with this trait, or without it. */
  readonly only?: { readonly trait: number; readonly has: boolean };
}

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
    targets: Kind.AZGroup,
    only: { trait: Trait.IsRoleAssignable, has: false },
  },
  {
    kind: Kind.AZAddSecret,
    roles: [DirectoryRole.ApplicationAdministrator, DirectoryRole.CloudApplicationAdministrator],
    targets: Kind.AZApp,
  },
  {
    kind: Kind.AZExecuteCommand,
    roles: [DirectoryRole.IntuneAdministrator],
    targets: Kind.AZDevice,
    only: { trait: Trait.RunsWindows, has: true },
  },
];

/** Roles that reset the passwords of all users. */
const resetAll: readonly string[] = [
  DirectoryRole.GlobalAdministrator,
  DirectoryRole.PrivilegedAuthenticationAdministrator,
  DirectoryRole.PartnerTier2Support,
];

/** Rights of the holders of roles in Entra ID in their tenant. */
export const cloudRoles: Rule = {
  derive: (graph, facts, emit) => {
    const { roles } = facts;
    const holders = new Map(roles.map(({ id }) => [id, roleHolders(graph, facts, id)]));
    for (const role of roles) {
      const tenant = graph.environmentOf(role.id);
      for (const right of roleRights) {
        if (!right.roles.includes(role.template)) continue;
        const targets = facts
          .inEnvironment(tenant, right.targets)
          .filter((target) => !right.only || facts.has(target, right.only.trait) === right.only.has);
        for (const holder of holders.get(role.id) ?? []) for (const target of targets) emit(holder, right.kind, target);
      }
      resetPasswords(graph, facts, role, holders, emit);
    }
    for (const app of facts.ofKind(Kind.AZApp))
      graph.sources(app, Kind.AZOwns, (owner) => emit(owner, Kind.AZAddSecret, app));
  },
};

/** Those who hold a role directly, or as a member of a group that roles may be assigned to. */
export function roleHolders(graph: RuleGraph, facts: GraphFacts, role: number): Set<number> {
  const holders = new Set<number>();
  graph.sources(role, Kind.AZHasRole, (holder) => {
    holders.add(holder);
    if (graph.kindOf(holder) === Kind.AZGroup && facts.has(holder, Trait.IsRoleAssignable))
      graph.sources(holder, Kind.AZMemberOf, (member) => holders.add(member));
  });
  return holders;
}

/** A role resets the passwords of all users, or of those who hold only roles that it may reset. */
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
  } else if (!resetAll.includes(template)) return;
  for (const user of users) if (!isProtected.has(user)) emit(id, Kind.AZResetPassword, user);
}

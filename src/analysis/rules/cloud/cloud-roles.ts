import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { Trait } from '../../facts/graph-facts.js';
import type { Rule } from '../rule.js';
import { DirectoryRole } from './directory-roles.js';
import { isRestrictedGroup, restrictedMembers } from './restricted-units.js';
import { actingKinds, roleHolders } from './role-holders.js';

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
    holders: actingKinds,
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
    holders: actingKinds,
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

/** Rights of the holders of roles in Entra ID in their tenant. */
export const cloudRoles: Rule = {
  kinds: [...new Set(roleRights.map(({ kind }) => kind))],
  derive: ({ graph, facts, emit }) => {
    const restricted = restrictedMembers(graph, facts);
    for (const role of facts.roles) {
      const rights = roleRights.filter(({ roles }) => roles.includes(role.template));
      const holders = rights.length > 0 ? roleHolders(graph, facts, role.id) : [];
      for (const right of rights) {
        const targets = facts
          .inEnvironment(graph.environmentOf(role.id), right.targets)
          .filter((target) => !right.only || facts.has(target, right.only.trait) === right.only.has)
          .filter((target) => !isRestrictedGroup(facts, restricted, target) || right.kind !== Kind.AZAddMembers);
        for (const holder of holders)
          if (!right.holders || right.holders.includes(graph.kindOf(holder)))
            for (const target of targets) emit(holder, right.kind, target);
      }
    }
  },
};

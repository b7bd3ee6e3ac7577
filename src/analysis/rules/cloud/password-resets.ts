import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { statedFlags } from '../../../graph/store/edge-flag.js';
import { type GraphFacts, type RuleGraph, Trait } from '../../facts/graph-facts.js';
import type { Rule } from '../rule.js';
import { DirectoryRole, resettableRoles } from './directory-roles.js';
import { restrictedMembers, restrictedUnits } from './restricted-units.js';
import { actingHolders, roleHolders } from './role-holders.js';

/** Roles that reset the passwords of all users. */
export const resetAll: readonly string[] = [
  DirectoryRole.GlobalAdministrator,
  DirectoryRole.PrivilegedAuthenticationAdministrator,
  DirectoryRole.PartnerTier2Support,
];

/**
 * A role resets the passwords of all users, or of those who hold only roles that it may reset. External users have their password
 * elsewhere.
 */
export const passwordResets: Rule = {
  kinds: [Kind.AZResetPassword],
  derive: ({ graph, facts, emit }) => {
    const holders = holdersOfRoles(graph, facts);
    const restricted = restrictedMembers(graph, facts);
    for (const { id, template } of facts.roles) {
      const resettable = resettableRoles[template];
      if (!resettable && !resetAll.includes(template)) continue;
      const tenant = graph.environmentOf(id);
      const isProtected = resettable ? protectedUsers(graph, facts, holders, tenant, resettable) : new Set<number>();
      for (const user of facts.inEnvironment(tenant, Kind.AZUser))
        if (!isProtected.has(user) && !restricted.has(user) && !facts.has(user, Trait.IsExternal))
          emit(id, Kind.AZResetPassword, user);
    }
  },
};

/** By role. A role for a part of the tenant is a role of its holder. */
function holdersOfRoles(graph: RuleGraph, facts: GraphFacts): ReadonlyMap<number, ReadonlySet<number>> {
  const kinds = [Kind.AZHasRole, Kind.AZHasScopedRole];
  return new Map(facts.roles.map(({ id }) => [id, roleHolders(graph, facts, id, kinds)]));
}

/** Those whose password no role in a unit resets but Privileged Authentication Administrator. */
export function privilegedUsers(graph: RuleGraph, facts: GraphFacts, tenant: number): ReadonlySet<number> {
  return protectedUsers(graph, facts, holdersOfRoles(graph, facts), tenant, []);
}

/**
 * Holders of other roles than `resettable` and of any role in a restricted unit, and members and owners of groups that roles may be assigned
 * to, whether these have a role or not.
 */
function protectedUsers(
  graph: RuleGraph,
  facts: GraphFacts,
  holders: ReadonlyMap<number, ReadonlySet<number>>,
  tenant: number,
  resettable: readonly string[],
): ReadonlySet<number> {
  const found = new Set<number>();
  const add = (user: number) => found.add(user);
  for (const { id, template } of facts.roles)
    if (graph.environmentOf(id) === tenant && !resettable.includes(template)) holders.get(id)?.forEach(add);
  const restricted = restrictedUnits(facts);
  for (const { holder, role, node } of facts.scopedRoles)
    if (node !== null && restricted.has(node) && graph.environmentOf(role) === tenant)
      actingHolders(graph, facts, holder).forEach(add);
  for (const group of facts.inEnvironment(tenant, Kind.AZGroup))
    if (facts.has(group, Trait.IsRoleAssignable))
      for (const kind of [Kind.AZMemberOf, Kind.AZOwns, Kind.AZOwnsRaw])
        graph.sources(group, kind, (user, flags) => {
          // A former analysis may have derived AZOwns.
          if ((flags & statedFlags) !== 0) add(user);
        });
  return found;
}

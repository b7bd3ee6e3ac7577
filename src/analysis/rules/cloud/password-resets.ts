import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { type GraphFacts, type RuleGraph, Trait } from '../../facts/graph-facts.js';
import type { Rule } from '../rule.js';
import { DirectoryRole, resettableRoles } from './directory-roles.js';
import { roleHolders } from './role-holders.js';

/** Roles that reset the passwords of all users. */
const resetAll: readonly string[] = [
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
    // A role for a part of the tenant is a role of its holder.
    const kinds = [Kind.AZHasRole, Kind.AZHasScopedRole];
    const holders = new Map(facts.roles.map(({ id }) => [id, roleHolders(graph, facts, id, kinds)]));
    for (const { id, template } of facts.roles) {
      const resettable = resettableRoles[template];
      if (!resettable && !resetAll.includes(template)) continue;
      const tenant = graph.environmentOf(id);
      const isProtected = resettable ? protectedUsers(graph, facts, holders, tenant, resettable) : new Set<number>();
      for (const user of facts.inEnvironment(tenant, Kind.AZUser))
        if (!isProtected.has(user) && !facts.has(user, Trait.IsExternal)) emit(id, Kind.AZResetPassword, user);
    }
  },
};

/** Holders of other roles than `resettable`, and members and owners of groups that roles may be assigned to, whether these have a role or not. */
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
  for (const group of facts.inEnvironment(tenant, Kind.AZGroup))
    if (facts.has(group, Trait.IsRoleAssignable))
      for (const kind of [Kind.AZMemberOf, Kind.AZOwns]) graph.sources(group, kind, add);
  return found;
}

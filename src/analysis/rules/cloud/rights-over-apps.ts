import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { type GraphFacts, hasEdge, type RuleGraph, Trait } from '../../facts/graph-facts.js';
import type { Rule } from '../rule.js';
import { DirectoryRole } from './directory-roles.js';

/** By kind: the roles that have the right. */
const rightsOverApps: readonly { readonly kind: number; readonly roles: readonly string[] }[] = [
  {
    kind: Kind.AZAddSecret,
    roles: [DirectoryRole.ApplicationAdministrator, DirectoryRole.CloudApplicationAdministrator],
  },
  {
    kind: Kind.AZAddOwner,
    roles: [
      DirectoryRole.HybridIdentityAdministrator,
      DirectoryRole.PartnerTier1Support,
      DirectoryRole.PartnerTier2Support,
      DirectoryRole.DirectorySynchronizationAccounts,
    ],
  },
];

/** Rights of roles over all applications and service principals of their tenant, whether the role has holders or not. */
export const rolesOverApps: Rule = {
  kinds: rightsOverApps.map(({ kind }) => kind),
  derive: ({ graph, facts, emit }) => {
    for (const role of facts.roles) {
      const rights = rightsOverApps.filter(({ roles }) => roles.includes(role.template));
      if (rights.length === 0) continue;
      for (const targets of [Kind.AZApp, Kind.AZServicePrincipal])
        for (const target of facts.inEnvironment(graph.environmentOf(role.id), targets))
          if (!isManagedIdentity(graph, facts, target)) for (const { kind } of rights) emit(role.id, kind, target);
    }
  },
};

/** Nobody adds secrets or owners to a service principal that Azure signs in for a resource. */
export function isManagedIdentity(graph: RuleGraph, facts: GraphFacts, node: number): boolean {
  return facts.has(node, Trait.IsManagedIdentity) || hasEdge(graph, 'sources', node, Kind.AZManagedIdentity);
}

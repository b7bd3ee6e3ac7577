import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { type GraphFacts, type RuleGraph, Trait } from '../graph-facts.js';
import { roleHolders } from '../rules/cloud-roles.js';
import { DirectoryRole } from '../rules/directory-roles.js';
import { addMembers } from '../rules/rule.js';

const controllingRoles: readonly string[] = [
  DirectoryRole.GlobalAdministrator,
  DirectoryRole.PrivilegedRoleAdministrator,
  DirectoryRole.PrivilegedAuthenticationAdministrator,
  DirectoryRole.PartnerTier2Support,
];

const cloudContainers: readonly number[] = [Kind.AZResourceGroup, Kind.AZSubscription, Kind.AZManagementGroup];

/** The nodes that control a domain or tenant. */
export function tierZeroOf(graph: RuleGraph, facts: GraphFacts): Set<number> {
  const members = addMembers(graph, ofDomains(graph, facts), [Kind.MemberOf]);
  for (const policy of appliedPolicies(graph, facts, members)) members.add(policy);
  for (const tenant of facts.ofKind(Kind.AZTenant)) members.add(tenant);
  for (const { id, template } of facts.roles) {
    if (!controllingRoles.includes(template)) continue;
    members.add(id);
    for (const holder of roleHolders(graph, facts, id)) members.add(holder);
  }
  // A set visits the nodes that are added meanwhile: containers of containers.
  for (const node of members)
    graph.sources(node, Kind.AZContains, (container) => {
      if (cloudContainers.includes(graph.kindOf(container))) members.add(container);
    });
  return addMembers(graph, members, [Kind.AZMemberOf, Kind.AZHasRole, Kind.AZRunsAs]);
}

/** The domains, their controlling accounts and groups, and the container whose permissions are stamped on those. */
function ofDomains(graph: RuleGraph, facts: GraphFacts): Set<number> {
  const nodes = new Set<number>();
  const domains = new Set<number>();
  for (const { id, kind, environment } of facts.environments) {
    if (kind !== Kind.Domain) continue;
    nodes.add(id);
    if (environment >= 0) domains.add(environment);
  }
  const isControlling = (node: number) =>
    facts.has(node, Trait.HasControllingId) && (graph.hasKind(node, Kind.Group) || graph.hasKind(node, Kind.User));
  for (let node = 0; node < graph.size; node++)
    if ((isControlling(node) || facts.has(node, Trait.IsAdminSdHolder)) && domains.has(graph.environmentOf(node)))
      nodes.add(node);
  return nodes;
}

/** Policies linked to containers of the nodes, unless a unit in between blocks inheritance and the link is not enforced. */
function appliedPolicies(graph: RuleGraph, facts: GraphFacts, nodes: ReadonlySet<number>): Set<number> {
  const open = new Set<number>();
  const blocked = new Set<number>();
  for (const node of nodes) graph.sources(node, Kind.Contains, (container) => open.add(container));
  for (const node of open) {
    const above = graph.blocksInheritance(node) ? blocked : open;
    graph.sources(node, Kind.Contains, (container) => above.add(container));
  }
  addMembers(graph, blocked, [Kind.Contains]);
  const policies = new Set<number>();
  for (const container of open) graph.sources(container, Kind.GPLink, (policy) => policies.add(policy));
  for (const container of blocked)
    graph.sources(container, Kind.GPLink, (policy) => {
      if (facts.isEnforced(policy, container)) policies.add(policy);
    });
  return policies;
}

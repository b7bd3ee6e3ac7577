import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { type GraphFacts, hasEdge, type RuleGraph } from '../../facts/graph-facts.js';
import { addMembers, type Rule } from '../rule.js';
import { DirectoryRole } from './directory-roles.js';
import { roleHolders } from './role-holders.js';

/** Roles on the managed domain, or on what contains it. */
export const managingKinds: readonly number[] = [Kind.AZContributor, Kind.AZEntraDSContributor];

/** Who manages a managed domain needs both. */
export const managingRoles = [DirectoryRole.ApplicationAdministrator, DirectoryRole.GroupsAdministrator] as const;

/** Who may change the members of a group of the cloud. */
export const memberChanges: readonly number[] = [Kind.AZOwns, Kind.AZAddMembers];

const managers: readonly number[] = [Kind.AZUser, Kind.AZGroup, Kind.AZServicePrincipal];

/** Rights on managed domains of Microsoft Entra Domain Services, and on their groups. */
export const entraDomainServices: Rule = {
  kinds: [Kind.AZManageEntraDS, Kind.AZAddEntraDSGroupMember],
  derive: ({ graph, facts, emit }) => {
    for (const domain of facts.ofKind(Kind.AZEntraDS)) {
      const administrators = managingRoles.map((template) => holdersOf(graph, facts, template, domain));
      for (const manager of managersOf(graph, domain))
        if (managers.includes(graph.kindOf(manager)) && administrators.every((holders) => holders.has(manager)))
          emit(manager, Kind.AZManageEntraDS, domain);
    }
    for (const group of facts.ofKind(Kind.AZGroup))
      graph.targets(group, Kind.SyncedToEntraDSGroup, (synced) => {
        for (const kind of memberChanges)
          graph.sources(group, kind, (user) => {
            if (isSyncedUser(graph, user)) emit(user, Kind.AZAddEntraDSGroupMember, synced);
          });
      });
  },
};

function managersOf(graph: RuleGraph, domain: number): Set<number> {
  const found = new Set<number>();
  for (const place of addMembers(graph, new Set([domain]), [Kind.AZContains]))
    for (const kind of managingKinds) graph.sources(place, kind, (manager) => found.add(manager));
  return addMembers(graph, found, [Kind.AZMemberOf]);
}

/** The holders of a role in the tenant of a node. */
function holdersOf(graph: RuleGraph, facts: GraphFacts, template: string, node: number): Set<number> {
  const holders = new Set<number>();
  for (const role of facts.roles)
    if (role.template === template && graph.environmentOf(role.id) === graph.environmentOf(node))
      for (const holder of roleHolders(graph, facts, role.id)) holders.add(holder);
  return holders;
}

function isSyncedUser(graph: RuleGraph, node: number): boolean {
  return graph.kindOf(node) === Kind.AZUser && hasEdge(graph, 'targets', node, Kind.SyncedToEntraDSUser);
}

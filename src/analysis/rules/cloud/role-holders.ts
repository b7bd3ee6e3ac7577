import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { type GraphFacts, type RuleGraph, Trait } from '../../facts/graph-facts.js';

/**
 * Those who hold a role directly, or as a member of a group that roles may be assigned to: no other group is in such a group.
 * @param kinds the edges of a holder; by default those of the whole tenant
 */
export function roleHolders(
  graph: RuleGraph,
  facts: GraphFacts,
  role: number,
  kinds: readonly number[] = [Kind.AZHasRole],
): Set<number> {
  const holders = new Set<number>();
  for (const kind of kinds) graph.sources(role, kind, (holder) => addWithMembers(graph, facts, holder, holders));
  return holders;
}

/** A group with a role acts only by its members. */
export const actingKinds: readonly number[] = [Kind.AZUser, Kind.AZServicePrincipal];

/** Those who act by the role that a principal holds. */
export function actingHolders(graph: RuleGraph, facts: GraphFacts, holder: number): number[] {
  return [...addWithMembers(graph, facts, holder, new Set())].filter((it) => actingKinds.includes(graph.kindOf(it)));
}

function addWithMembers(graph: RuleGraph, facts: GraphFacts, holder: number, found: Set<number>): Set<number> {
  found.add(holder);
  if (graph.kindOf(holder) === Kind.AZGroup && facts.has(holder, Trait.IsRoleAssignable))
    graph.sources(holder, Kind.AZMemberOf, (member) => found.add(member));
  return found;
}

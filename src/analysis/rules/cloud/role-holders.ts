import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { type GraphFacts, type RuleGraph, Trait } from '../../facts/graph-facts.js';

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

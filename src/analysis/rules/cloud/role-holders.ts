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
  const add = (holder: number) => {
    holders.add(holder);
    if (graph.kindOf(holder) === Kind.AZGroup && facts.has(holder, Trait.IsRoleAssignable))
      graph.sources(holder, Kind.AZMemberOf, (member) => holders.add(member));
  };
  for (const kind of kinds) graph.sources(role, kind, add);
  return holders;
}

import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { type GraphFacts, type RuleGraph, Trait } from '../../facts/graph-facts.js';

export function restrictedUnits({ units }: GraphFacts): ReadonlySet<number> {
  return new Set(units.filter(({ isRestricted }) => isRestricted).map(({ id }) => id));
}

/** Members of restricted units: rights over them follow from roles in such a unit alone. */
export function restrictedMembers(graph: RuleGraph, facts: GraphFacts): ReadonlySet<number> {
  const members = new Set<number>();
  for (const unit of restrictedUnits(facts)) graph.targets(unit, Kind.AZUnitMember, (member) => members.add(member));
  return members;
}

/** Whether a group is in a restricted unit, so that roles for the whole tenant do not change its members. Role-assignable groups stay with the two highest roles. */
export function isRestrictedGroup(facts: GraphFacts, restricted: ReadonlySet<number>, group: number): boolean {
  return restricted.has(group) && !facts.has(group, Trait.IsRoleAssignable);
}

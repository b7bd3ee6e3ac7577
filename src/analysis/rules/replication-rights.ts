import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { Trait } from '../graph-facts.js';
import { addMembers, type Rule } from './rule.js';

/** Pairs of rights that together give the secrets of a domain: all of them, or the passwords of local administrators. */
export const replicationRights: Rule = {
  derive: (graph, facts, emit) => {
    for (const { id, environment, isCollected, kind } of facts.environments) {
      if (kind !== Kind.Domain || !isCollected) continue;
      const holdersOf = (right: number) => {
        const holders = new Set<number>();
        graph.sources(id, right, (holder) => holders.add(holder));
        return addMembers(graph, holders, [Kind.MemberOf]);
      };
      const replicators = holdersOf(Kind.GetChanges);
      for (const holder of holdersOf(Kind.GetChangesAll)) if (replicators.has(holder)) emit(holder, Kind.DCSync, id);
      const computers = facts
        .inEnvironment(environment, Kind.Computer)
        .filter((computer) => facts.has(computer, Trait.HasLaps));
      for (const holder of holdersOf(Kind.GetChangesInFilteredSet))
        if (replicators.has(holder)) for (const computer of computers) emit(holder, Kind.SyncLAPSPassword, computer);
    }
  },
};

import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { Trait } from '../graph-facts.js';
import type { Rule } from './rule.js';
import { shortestPrincipalsInAll } from './shortest-principals.js';

/** Pairs of rights that together give the secrets of a domain: all of them, or the passwords of local administrators. */
export const replicationRights: Rule = {
  derive: (graph, facts, emit) => {
    for (const { id, environment, isCollected, kind } of facts.environments) {
      if (kind !== Kind.Domain || !isCollected) continue;
      const holdersOf = (right: number) => {
        const holders = new Set<number>();
        graph.sources(id, right, (holder) => holders.add(holder));
        return holders;
      };
      const principals = (right: number) =>
        shortestPrincipalsInAll(graph, facts, [holdersOf(Kind.GetChanges), holdersOf(right)]);
      for (const holder of principals(Kind.GetChangesAll)) emit(holder, Kind.DCSync, id);
      const computers = facts
        .inEnvironment(environment, Kind.Computer)
        .filter((computer) => facts.has(computer, Trait.HasLaps));
      if (computers.length === 0) continue;
      for (const holder of principals(Kind.GetChangesInFilteredSet))
        for (const computer of computers) emit(holder, Kind.SyncLAPSPassword, computer);
    }
  },
};

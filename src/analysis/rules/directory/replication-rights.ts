import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { Trait } from '../../facts/graph-facts.js';
import type { Rule } from '../rule.js';

/** Pairs of rights that together give the secrets of a domain: all of them, or the passwords of local administrators. */
export const replicationRights: Rule = {
  kinds: [Kind.DCSync, Kind.SyncLAPSPassword],
  derive: ({ facts, principals, emit }) => {
    for (const { id, environment, isCollected, kind } of facts.environments) {
      if (kind !== Kind.Domain || !isCollected) continue;
      const inBoth = (right: number) =>
        principals.inAll([principals.holders([Kind.GetChanges], id), principals.holders([right], id)]);
      for (const holder of inBoth(Kind.GetChangesAll)) emit(holder, Kind.DCSync, id);
      const computers = facts
        .inEnvironment(environment, Kind.Computer)
        .filter((computer) => facts.has(computer, Trait.HasLaps));
      if (computers.length === 0) continue;
      for (const holder of inBoth(Kind.GetChangesInFilteredSet))
        for (const computer of computers) emit(holder, Kind.SyncLAPSPassword, computer);
    }
  },
};

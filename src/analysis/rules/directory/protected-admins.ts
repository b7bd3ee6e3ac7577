import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { Trait } from '../../facts/graph-facts.js';
import type { Rule } from '../rule.js';

/** The permissions of AdminSDHolder are stamped on the privileged accounts and groups of its domain. */
export const protectedAdmins: Rule = {
  kinds: [Kind.ProtectAdminGroups],
  derive: ({ facts, emit }) => {
    for (const { environment, isCollected, kind } of facts.environments) {
      if (kind !== Kind.Domain || !isCollected) continue;
      for (const container of facts.inEnvironment(environment, Kind.Container)) {
        if (!facts.has(container, Trait.IsAdminSdHolder)) continue;
        for (const principals of [Kind.User, Kind.Group, Kind.Computer])
          for (const principal of facts.inEnvironment(environment, principals))
            if (facts.has(principal, Trait.IsProtectedByAdminSdHolder))
              emit(container, Kind.ProtectAdminGroups, principal);
      }
    }
  },
};

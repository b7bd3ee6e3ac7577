import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { Trait } from '../../facts/graph-facts.js';
import type { Rule } from '../rule.js';

/** Each account of a domain may ask for a ticket that is encrypted with the password of a user with a service principal name. */
export const kerberoasting: Rule = {
  kinds: [Kind.Kerberoastable],
  derive: ({ facts, emit }) => {
    for (const { environment, isCollected, kind } of facts.environments) {
      if (kind !== Kind.Domain || !isCollected) continue;
      for (const group of facts.inEnvironment(environment, Kind.Group))
        if (facts.has(group, Trait.IsAuthenticatedUsers))
          for (const user of facts.inEnvironment(environment, Kind.User))
            if (facts.has(user, Trait.IsRoastable)) emit(group, Kind.Kerberoastable, user);
    }
  },
};

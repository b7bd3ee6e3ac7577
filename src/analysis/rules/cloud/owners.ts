import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import type { Rule } from '../rule.js';
import { restrictedMembers } from './restricted-units.js';
import { isManagedIdentity } from './rights-over-apps.js';

/** Owners control what they own, but no managed identity, and nothing in a restricted unit. */
export const owners: Rule = {
  kinds: [Kind.AZOwns],
  startsFrom: [Kind.AZOwnsRaw],
  derive: ({ graph, facts, emit }) => {
    const restricted = restrictedMembers(graph, facts);
    facts.stated.edges((owner, kind, target) => {
      if (kind === Kind.AZOwnsRaw && !restricted.has(target) && !isManagedIdentity(graph, facts, target))
        emit(owner, Kind.AZOwns, target);
    });
  },
};

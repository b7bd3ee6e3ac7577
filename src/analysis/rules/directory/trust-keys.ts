import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import type { Rule } from '../rule.js';

/** A domain that trusts another one knows the password of its account there. */
export const trustKeys: Rule = {
  kinds: [Kind.HasTrustKeys],
  derive: ({ graph, facts, emit }) => {
    const trusting = new Map<number, Set<number>>();
    for (const { id, environment } of facts.environments) {
      const domains = new Set<number>();
      for (const kind of [Kind.SameForestTrust, Kind.CrossForestTrust])
        graph.sources(id, kind, (domain) => domains.add(domain));
      trusting.set(environment, domains);
    }
    for (const [domain, account] of facts.trustAccounts)
      if (trusting.get(graph.environmentOf(account))?.has(domain)) emit(domain, Kind.HasTrustKeys, account);
  },
};

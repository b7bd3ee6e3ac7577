import { addToGroup } from '../../base/group-by.js';
import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { type RuleGraph, Trait } from '../graph-facts.js';
import type { Rule } from './rule.js';

/**
 * Control of the enabled host of a certificate authority: its holder can forge certificates for each domain that trusts the authority for logon
 * and one of the roots that its chain leads to.
 */
export const goldenCertificates: Rule = {
  startsFrom: [Kind.IssuedSignedBy, Kind.EnterpriseCAFor, Kind.TrustedForNTAuth],
  derive: (graph, facts, emit) => {
    const issuers = new Map<number, number[]>();
    const stores = new Map<number, number[]>();
    for (const edges of [facts.stated, facts.linked])
      edges.edges((source, kind, target) => {
        if (kind === Kind.IssuedSignedBy || kind === Kind.EnterpriseCAFor) addToGroup(issuers, source, target);
        if (kind === Kind.TrustedForNTAuth) addToGroup(stores, source, target);
      });
    for (const authority of facts.ofKind(Kind.EnterpriseCA)) {
      const chain = new Set([authority]);
      for (const node of chain) for (const issuer of issuers.get(node) ?? []) chain.add(issuer);
      const trusting = targetsOf(graph, stores.get(authority) ?? [], Kind.NTAuthStoreFor);
      for (const domain of targetsOf(graph, chain, Kind.RootCAFor))
        if (trusting.has(domain))
          graph.sources(authority, Kind.HostsCAService, (host) => {
            if (facts.has(host, Trait.IsEnabledComputer)) emit(host, Kind.GoldenCert, domain);
          });
    }
  },
};

function targetsOf(graph: RuleGraph, nodes: Iterable<number>, kind: number): Set<number> {
  const targets = new Set<number>();
  for (const node of nodes) graph.targets(node, kind, (target) => targets.add(target));
  return targets;
}

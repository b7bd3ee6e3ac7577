import { addToGroup } from '../../../base/values/group-by.js';
import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { type RuleGraph, Trait } from '../../facts/graph-facts.js';
import { EdgeLimitError, maxEdgesOfRule, type RuleInput } from '../rule.js';

/** An enterprise certificate authority that domains accept for logon. */
export interface Authority {
  readonly node: number;
  /** Domains to whose root certificates its chain leads, and that trust it for logon. */
  readonly domains: readonly number[];
  /** Computers with its service whose accounts are enabled. */
  readonly hosts: readonly number[];
  /** Computers with its service that may be enabled or not. */
  readonly unknownHosts: readonly number[];
}

/**
 * Follows the chain of each authority to domains.
 * @throws EdgeLimitError if there are more pairs of an authority and a domain than a rule may have edges
 */
export function authoritiesOf(
  { graph, facts }: Pick<RuleInput, 'graph' | 'facts'>,
  maxPairs = maxEdgesOfRule,
): Authority[] {
  const domains = new Map<number, number[]>();
  let pairs = 0;
  for (const domain of facts.ofKind(Kind.Domain)) {
    const trusted = new Set<number>();
    graph.sources(domain, Kind.NTAuthStoreFor, (store) =>
      graph.sources(store, Kind.TrustedForNTAuth, (authority) => trusted.add(authority)),
    );
    if (trusted.size === 0) continue;
    const chained = new Set<number>();
    graph.sources(domain, Kind.RootCAFor, (root) => chained.add(root));
    // A set visits the nodes that are added meanwhile.
    for (const issuer of chained)
      for (const kind of [Kind.IssuedSignedBy, Kind.EnterpriseCAFor])
        graph.sources(issuer, kind, (authority) => chained.add(authority));
    for (const authority of trusted) {
      if (!chained.has(authority)) continue;
      if (pairs++ === maxPairs) throw new EdgeLimitError(authority);
      addToGroup(domains, authority, domain);
    }
  }
  return [...domains]
    .filter(([authority]) => graph.kindOf(authority) === Kind.EnterpriseCA)
    .map(([node, its]) => {
      const [hosts, unknownHosts]: [number[], number[]] = [[], []];
      graph.sources(node, Kind.HostsCAService, (host) => {
        if (facts.has(host, Trait.IsEnabledComputer)) hosts.push(host);
        if (facts.has(host, Trait.LacksEnabled)) unknownHosts.push(host);
      });
      return { node, domains: its, hosts, unknownHosts };
    });
}

/** Whether an enabled computer has the service of an authority. If that is not known, its computers are skipped. */
export function isHosted({ skip }: Pick<RuleInput, 'skip'>, kind: number, { hosts, unknownHosts }: Authority): boolean {
  if (hosts.length > 0) return true;
  for (const host of unknownHosts) skip(kind, 'enabled', host);
  return false;
}

/** The certificate templates that an authority publishes. */
export function publishedBy(graph: RuleGraph, authority: number): number[] {
  const templates: number[] = [];
  graph.sources(authority, Kind.PublishedTo, (template) => {
    if (graph.kindOf(template) === Kind.CertTemplate) templates.push(template);
  });
  return templates;
}

/** By template: the groups that its issuance policies are linked to. */
export function linkedGroups({ graph, facts }: Pick<RuleInput, 'graph' | 'facts'>): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const policy of facts.ofKind(Kind.IssuancePolicy))
    graph.targets(policy, Kind.OIDGroupLink, (group) => {
      if (graph.hasKind(group, Kind.Group))
        graph.sources(policy, Kind.ExtendedByPolicy, (template) => addToGroup(groups, template, group));
    });
  return groups;
}

import { Kind } from '../../graph/kinds/kind-catalogue.js';
import type { CertificateNode, GraphFacts, RuleGraph } from '../graph-facts.js';
import type { EmitEdge, Rule } from './rule.js';

const authorities: readonly number[] = [Kind.AIACA, Kind.RootCA, Kind.EnterpriseCA];
const chainKinds: readonly number[] = [Kind.IssuedSignedBy, Kind.EnterpriseCAFor];

/** How certificate authorities, templates and policies depend on each other. */
export const certificateAuthorities: Rule = {
  kinds: [Kind.TrustedForNTAuth, Kind.IssuedSignedBy, Kind.EnterpriseCAFor, Kind.GoldenCert, Kind.ExtendedByPolicy],
  derive: (graph, facts, emit) => {
    const issuers = new Map<number, number[]>();
    const stores = new Map<number, number[]>();
    const link: EmitEdge = (source, kind, target) => {
      if (chainKinds.includes(kind)) addTo(issuers, source, target);
      if (kind === Kind.TrustedForNTAuth) addTo(stores, source, target);
    };
    facts.stated.edges(link);
    linkTemplates(graph, facts, emit);
    linkAuthorities(facts, (source, kind, target) => {
      link(source, kind, target);
      emit(source, kind, target);
    });
    for (const authority of facts.ofKind(Kind.EnterpriseCA))
      for (const domain of forgeableDomains(graph, authority, issuers, stores))
        graph.sources(authority, Kind.HostsCAService, (host) => emit(host, Kind.GoldenCert, domain));
  },
};

function linkAuthorities({ stored: { certificates } }: GraphFacts, emit: EmitEdge): void {
  const withThumbprint = (sought: string | null, kinds: readonly number[]) =>
    certificates.filter(({ kind, thumbprint }) => sought !== null && thumbprint === sought && kinds.includes(kind));
  for (const { id, kind, thumbprint, issuer, trusted } of certificates) {
    for (const each of kind === Kind.NTAuthStore ? trusted : [])
      for (const ca of withThumbprint(each, [Kind.EnterpriseCA])) emit(ca.id, Kind.TrustedForNTAuth, id);
    if (authorities.includes(kind))
      for (const ca of withThumbprint(issuer, authorities)) if (ca.id !== id) emit(id, Kind.IssuedSignedBy, ca.id);
    if (kind === Kind.EnterpriseCA && thumbprint !== '')
      for (const root of withThumbprint(thumbprint, [Kind.RootCA])) emit(id, Kind.EnterpriseCAFor, root.id);
  }
}

function linkTemplates(graph: RuleGraph, { stored: { certificates } }: GraphFacts, emit: EmitEdge): void {
  const policies = certificates.filter(({ kind }) => kind === Kind.IssuancePolicy);
  for (const template of certificates)
    if (template.kind === Kind.CertTemplate)
      for (const policy of policies)
        if (isExtendedBy(graph, template, policy)) emit(template.id, Kind.ExtendedByPolicy, policy.id);
}

function isExtendedBy(graph: RuleGraph, template: CertificateNode, { id, oid }: CertificateNode): boolean {
  if (oid === null || !template.policies.includes(oid)) return false;
  const environment = graph.environmentOf(template.id);
  return environment >= 0 && environment === graph.environmentOf(id);
}

/** Domains that trust the authority for logon and one of the roots that its chain leads to: its host can forge certificates for them. */
function forgeableDomains(
  graph: RuleGraph,
  authority: number,
  issuers: ReadonlyMap<number, readonly number[]>,
  stores: ReadonlyMap<number, readonly number[]>,
): Set<number> {
  const chain = new Set([authority]);
  for (const node of chain) for (const issuer of issuers.get(node) ?? []) chain.add(issuer);
  const trusting = new Set<number>();
  for (const store of stores.get(authority) ?? [])
    graph.targets(store, Kind.NTAuthStoreFor, (domain) => trusting.add(domain));
  const forgeable = new Set<number>();
  for (const node of chain)
    graph.targets(node, Kind.RootCAFor, (domain) => {
      if (trusting.has(domain)) forgeable.add(domain);
    });
  return forgeable;
}

function addTo(map: Map<number, number[]>, key: number, value: number): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

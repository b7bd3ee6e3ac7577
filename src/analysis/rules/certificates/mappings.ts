import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import type { Properties } from '../../../graph/records.js';
import type { RuleInput } from '../rule.js';
import type { Forests } from '../nodes/forests.js';

/** How a domain controller maps certificates to accounts: by the UPN in them, or without strong binding. */
export type Mapping = 'upn' | 'weak';

/** The bit of UPN in CertificateMappingMethods. */
const upnBit = 4;

/** StrongCertificateBindingEnforcement: disabled, compatibility mode, and no such value in the registry. */
const weakBindings: readonly unknown[] = [0, 1, -1];

/** Whether a domain controller with these properties maps certificates in a way. */
export function mapsBy(mapping: Mapping, properties: Properties): boolean {
  if (mapping === 'weak') return weakBindings.includes(properties['strongcertificatebindingenforcementraw']);
  const methods = properties['certificatemappingmethodsraw'];
  return typeof methods === 'number' && (methods & upnBit) !== 0;
}

/** Whether a domain controller of the domain, or of one that trusts it in its forest, maps certificates in a way. */
export function isMappedBy(
  { graph, facts }: Pick<RuleInput, 'graph' | 'facts'>,
  forests: Forests,
  mapping: Mapping,
  domain: number,
): boolean {
  let isMapped = false;
  for (const trusting of forests.trusting(domain))
    graph.sources(trusting, Kind.DCFor, (controller) => {
      isMapped ||= mapsBy(mapping, facts.propertiesOf(controller));
    });
  return isMapped;
}

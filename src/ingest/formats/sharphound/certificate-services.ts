import type { PropertyValue } from '../../../graph/records.js';
import type { Statements } from '../../../graph/statements.js';
import type { Fields } from '../../records/fields.js';
import { adNode, typedPrincipal } from './ad-node.js';
import { adConverter } from './ad-object.js';

/*
 * These objects are in the Configuration partition, which the domains of a forest share: their edges are never whole lists.
 */

export const convertAiaCa = adConverter({ kind: 'AIACA' });

export const convertCertTemplate = adConverter({ kind: 'CertTemplate' });

export const convertRootCa = adConverter({
  kind: 'RootCA',
  edges: ({ record, into, node }) => into.link(node, 'RootCAFor', adNode(record.id('DomainSID'), 'Domain')),
});

export const convertNtAuthStore = adConverter({
  kind: 'NTAuthStore',
  edges: ({ record, into, node }) => into.link(node, 'NTAuthStoreFor', adNode(record.id('DomainSID'), 'Domain')),
});

export const convertIssuancePolicy = adConverter({
  kind: 'IssuancePolicy',
  properties: groupLinkProperty,
  edges: ({ record, into, node }) => into.link(node, 'OIDGroupLink', typedPrincipal(record.object('GroupLink'))),
});

function groupLinkProperty(record: Fields): Record<string, PropertyValue | null> {
  const group = record.object('GroupLink')?.id('ObjectIdentifier') ?? null;
  return group === null ? {} : { grouplinkid: group };
}

export const convertEnterpriseCa = adConverter({
  kind: 'EnterpriseCA',
  properties: authorityProperties,
  aces: (record, visit) => authorityAces(record).forEach(visit),
  edges({ record, into, node }) {
    into.link(adNode(record.id('HostingComputer'), 'Computer'), 'HostsCAService', node);
    record.each('EnabledCertTemplates', (template) => {
      into.link(typedPrincipal(template), 'PublishedTo', node);
    });
    stateEnrollmentAgents(record, into);
  },
});

/** Rights that the registry of the authority controls. The directory has a copy, which may be outdated. */
const registryRights = new Set(['manageca', 'managecertificates', 'enroll']);

/** The entries of the registry if they were collected, and the entries of the directory for other rights. */
function authorityAces(record: Fields): Fields[] {
  const security = record.object('CARegistryData')?.answer('CASecurity');
  const aces = record.list('Aces');
  if (!security) return aces;
  const host = record.id('HostingComputer');
  return [
    ...security.list('Data').filter((entry) => rightOf(entry) !== 'owns'),
    ...aces.filter((entry) => !registryRights.has(rightOf(entry)) || isBy(entry, host)),
  ];
}

function rightOf(entry: Fields): string {
  return (entry.text('RightName') ?? '').toLowerCase();
}

function isBy(entry: Fields, host: string | null): boolean {
  return host !== null && entry.id('PrincipalSID') === host;
}

function stateEnrollmentAgents(record: Fields, into: Statements): void {
  for (const restriction of restrictionsOf(record) ?? []) {
    if (restriction.text('AccessType') === 'AccessAllowedCallback') {
      const agent = typedPrincipal(restriction.object('Agent'));
      const templates = restriction.flag('AllTemplates')
        ? record.list('EnabledCertTemplates').map((template) => typedPrincipal(template))
        : [typedPrincipal(restriction.object('Template'))];
      for (const template of templates) {
        into.link(agent, 'DelegatedEnrollmentAgent', template);
      }
    }
  }
}

/** Null if they were not collected. */
function restrictionsOf(record: Fields): Fields[] | null {
  return record.object('CARegistryData')?.answer('EnrollmentAgentRestrictions')?.list('Restrictions') ?? null;
}

function authorityProperties(record: Fields): Record<string, PropertyValue | null> {
  const registry = record.object('CARegistryData');
  const restrictions = restrictionsOf(record);
  return {
    ...(restrictions && { hasenrollmentagentrestrictions: restrictions.length > 0 }),
    ...registryFlag(registry, 'IsUserSpecifiesSanEnabled', 'isuserspecifiessanenabled'),
    ...registryFlag(registry, 'RoleSeparationEnabled', 'roleseparationenabled'),
    ...disabledExtensions(registry?.object('DisabledExtensions') ?? null),
    ...enrollmentEndpoints(record),
  };
}

function registryFlag(registry: Fields | null, field: string, property: string): Record<string, PropertyValue> {
  const value = registry?.answer(field)?.flag('Value') ?? null;
  return value === null ? {} : { [property]: value };
}

/** Object identifiers of extensions that the authority adds to no certificate. */
function disabledExtensions(answer: Fields | null): Record<string, PropertyValue> {
  if (!answer) return {};
  const isCollected = answer.flag('Collected') ?? false;
  return {
    disabledextensionscollected: isCollected,
    ...(isCollected && { disabledextensions: answer.texts(answer.value('Data') === null ? 'Value' : 'Data') }),
  };
}

/** Addresses that accept NTLM without channel binding, and can be the target of a relay. */
function enrollmentEndpoints(record: Fields): Record<string, PropertyValue> {
  const answers = record.list('HttpEnrollmentEndpoints').filter((answer) => answer.flag('Collected'));
  if (answers.length === 0) {
    return {};
  }
  const results = answers.flatMap((answer) => answer.object('Result') ?? []);
  const plain = urlsOf(results.filter((result) => result.flag('ADCSWebEnrollmentHTTP')));
  const unbound = urlsOf(
    results.filter((result) => result.flag('ADCSWebEnrollmentHTTPS') && !result.flag('ADCSWebEnrollmentEPA')),
  );
  return {
    httpenrollmentendpoints: plain,
    httpsenrollmentendpoints: unbound,
    hasvulnerableendpoint: plain.length + unbound.length > 0,
  };
}

function urlsOf(results: readonly Fields[]): string[] {
  return results.flatMap((result) => result.text('Url') ?? []);
}

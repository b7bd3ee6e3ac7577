import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import type { PropertyValue } from '../../../graph/records.js';
import type { Statements } from '../../../graph/statements.js';
import type { Fields } from '../../records/fields.js';
import { adNode, mention, mentionTyped, typedNode } from './ad-node.js';
import type { StatedValues } from '../../records/properties.js';
import type { AdObject } from './ad-object.js';

/*
 * These objects are in the Configuration partition, which the domains of a forest share: their edges are never whole lists.
 */

/** The edge of an authority or a store to the domain of its record. */
export function ofDomain(kind: 'RootCAFor' | 'NTAuthStoreFor'): (object: AdObject) => void {
  return ({ record, into, number }) =>
    into.edge(number, Kind[kind], mention(into, adNode(record.id('DomainSID'), 'Domain')));
}

export function groupLinkProperty(record: Fields): StatedValues {
  return { grouplinkid: record.object('GroupLink')?.id('ObjectIdentifier') };
}

export function stateGroupLink({ record, into, number }: AdObject): void {
  into.edge(number, Kind.OIDGroupLink, mentionTyped(into, record.object('GroupLink')));
}

export function stateAuthority({ record, into, number }: AdObject): void {
  into.edge(mention(into, adNode(record.id('HostingComputer'), 'Computer')), Kind.HostsCAService, number);
  record.each('EnabledCertTemplates', (template) => {
    into.edge(mentionTyped(into, template), Kind.PublishedTo, number);
  });
  stateEnrollmentAgents(record, into);
}

/** Rights that the registry of the authority controls. The directory has a copy, which may be outdated. */
const registryRights = new Set(['manageca', 'managecertificates', 'enroll']);

/** The entries of the registry if they were collected, and the entries of the directory for other rights. */
export function authorityAces(record: Fields, visit: (entry: Fields) => void): void {
  const security = record.object('CARegistryData')?.answer('CASecurity');
  const aces = record.list('Aces');
  const host = security ? record.id('HostingComputer') : null;
  const entries = security?.list('Data').filter((entry) => rightOf(entry) !== 'owns') ?? [];
  const others = security ? aces.filter((entry) => !registryRights.has(rightOf(entry)) || isBy(entry, host)) : aces;
  [...entries, ...others].forEach(visit);
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
      const agent = typedNode(restriction.object('Agent'));
      const templates = restriction.flag('AllTemplates')
        ? record.list('EnabledCertTemplates').map((template) => typedNode(template))
        : [typedNode(restriction.object('Template'))];
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

export function authorityProperties(record: Fields): StatedValues {
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

function registryFlag(registry: Fields | null, field: string, property: string): StatedValues {
  return { [property]: registry?.answer(field)?.flag('Value') };
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

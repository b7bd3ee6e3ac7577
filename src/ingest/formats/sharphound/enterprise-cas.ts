import type { PropertyValue } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { type GraphPart, link } from '../../records/graph-parts.js';
import { adNode, typedPrincipal } from './ad-node.js';
import { adConverter, type AdObject } from './ad-object.js';
import { Method } from './collection-methods.js';
import { listEdges, oneEdge } from './given-lists.js';

/** Rights that the registry of the authority decides; what the directory says of them is a copy that may be out of date. */
const registryRights = new Set(['manageca', 'managecertificates', 'enroll']);

export const convertEnterpriseCa = adConverter({
  kind: 'EnterpriseCA',
  properties: authorityProperties,
  aces: authorityAces,
  *edges(authority) {
    const { record, node } = authority;
    const host = adNode(record.id('HostingComputer'), 'Computer');
    const hosted = link(host, 'HostsCAService', node);
    yield* oneEdge(authority, Method.CertServices, { of: 'incoming', kind: 'HostsCAService' }, hosted);
    yield* listEdges(
      authority,
      'EnabledCertTemplates',
      Method.CertServices,
      { of: 'incoming', kind: 'PublishedTo' },
      (template) => link(typedPrincipal(template), 'PublishedTo', node),
    );
    yield* enrollmentAgents(authority);
  },
});

/** The entries of the registry where they were collected, and of the directory those that the registry does not decide. */
function authorityAces(record: Fields): Fields[] {
  const security = record.object('CARegistryData')?.object('CASecurity');
  const aces = record.list('Aces');
  if (!security?.flag('Collected')) {
    return aces;
  }
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

function* enrollmentAgents({ record }: AdObject): Generator<GraphPart> {
  for (const restriction of restrictionsOf(record) ?? []) {
    if (restriction.text('AccessType') === 'AccessAllowedCallback') {
      const agent = typedPrincipal(restriction.object('Agent'));
      const templates = restriction.flag('AllTemplates')
        ? record.list('EnabledCertTemplates').map((template) => typedPrincipal(template))
        : [typedPrincipal(restriction.object('Template'))];
      for (const template of templates) {
        yield* link(agent, 'DelegatedEnrollmentAgent', template);
      }
    }
  }
}

/** Null where they were not collected. */
function restrictionsOf(record: Fields): Fields[] | null {
  const answer = record.object('CARegistryData')?.object('EnrollmentAgentRestrictions');
  return answer?.flag('Collected') ? answer.list('Restrictions') : null;
}

function authorityProperties(record: Fields): Record<string, PropertyValue | null> {
  const registry = record.object('CARegistryData');
  const restrictions = restrictionsOf(record);
  return {
    ...(restrictions && { hasenrollmentagentrestrictions: restrictions.length > 0 }),
    ...registryFlag(registry, 'IsUserSpecifiesSanEnabled', 'isuserspecifiessanenabled'),
    ...registryFlag(registry, 'RoleSeparationEnabled', 'roleseparationenabled'),
    ...enrollmentEndpoints(record),
  };
}

function registryFlag(registry: Fields | null, field: string, property: string): Record<string, PropertyValue> {
  const answer = registry?.object(field);
  const value = answer?.flag('Collected') ? answer.flag('Value') : null;
  return value === null ? {} : { [property]: value };
}

/** Web addresses for enrolment that accept NTLM without binding it to the channel, and so can be relayed to. */
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

import type { PropertyValue } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { link } from '../../records/graph-parts.js';
import { adNode, typedPrincipal } from './ad-node.js';
import { adConverter } from './ad-object.js';
import { Method } from './collection-methods.js';
import { oneEdge } from './given-lists.js';

export const convertAiaCa = adConverter({ kind: 'AIACA' });

export const convertCertTemplate = adConverter({ kind: 'CertTemplate' });

export const convertRootCa = adConverter({
  kind: 'RootCA',
  edges: ({ record, node }) => link(node, 'RootCAFor', adNode(record.id('DomainSID'), 'Domain')),
});

export const convertNtAuthStore = adConverter({
  kind: 'NTAuthStore',
  edges: ({ record, node }) => link(node, 'NTAuthStoreFor', adNode(record.id('DomainSID'), 'Domain')),
});

export const convertIssuancePolicy = adConverter({
  kind: 'IssuancePolicy',
  properties: groupLinkProperty,
  edges(policy) {
    const group = typedPrincipal(policy.record.object('GroupLink'));
    const linked = link(policy.node, 'OIDGroupLink', group);
    return oneEdge(policy, Method.CertServices, { of: 'outgoing', kind: 'OIDGroupLink' }, linked);
  },
});

function groupLinkProperty(record: Fields): Record<string, PropertyValue | null> {
  const group = record.object('GroupLink')?.id('ObjectIdentifier') ?? null;
  return group === null ? {} : { grouplinkid: group };
}

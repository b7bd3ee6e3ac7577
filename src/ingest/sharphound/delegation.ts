import { type GraphPart, link } from '../records/graph-parts.js';
import { adNode, typedPrincipal } from './ad-node.js';
import type { AdObject } from './ad-object.js';

/** What users and computers share: their primary group, delegation and former identities. */
export function* principalEdges({ record, node }: AdObject): Generator<GraphPart> {
  yield* link(node, 'MemberOf', adNode(record.id('PrimaryGroupSID'), 'Group'), { isprimarygroup: true });
  for (const target of record.list('AllowedToDelegate')) {
    yield* link(node, 'AllowedToDelegate', typedPrincipal(target));
  }
  yield* formerIdentities({ record, node });
}

export function* formerIdentities({ record, node }: Pick<AdObject, 'record' | 'node'>): Generator<GraphPart> {
  for (const former of record.list('HasSIDHistory')) {
    yield* link(node, 'HasSIDHistory', typedPrincipal(former));
  }
}

/** Whom others' tickets are handed to without limit can take those of the domain's controllers. */
export function* ticketCoercion({ record, node, properties }: AdObject): Generator<GraphPart> {
  if ((properties['unconstraineddelegation'] ?? record.flag('UnconstrainedDelegation')) === true) {
    yield* link(node, 'CoerceToTGT', domainOf({ record, properties }));
  }
}

/** The domain an object belongs to: the property wins over the field of the record. */
export function domainOf({ record, properties }: Pick<AdObject, 'record' | 'properties'>): ReturnType<typeof adNode> {
  const { domainsid } = properties;
  const sid = typeof domainsid === 'string' && domainsid !== '' ? domainsid.toUpperCase() : record.id('DomainSID');
  return adNode(sid, 'Domain');
}

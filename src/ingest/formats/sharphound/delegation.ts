import { type GraphPart, link } from '../../records/graph-parts.js';
import { adNode, typedPrincipal } from './ad-node.js';
import type { AdObject } from './ad-object.js';
import { Method } from './collection-methods.js';
import { givenList, listEdges, oneEdge } from './given-lists.js';

/** What users and computers share: their primary group, delegation and former identities. */
export function* principalEdges(principal: AdObject): Generator<GraphPart> {
  const { record, node } = principal;
  const group = adNode(record.id('PrimaryGroupSID'), 'Group');
  yield* oneEdge(
    principal,
    Method.Group,
    { of: 'primary-group' },
    link(node, 'MemberOf', group, { isprimarygroup: true }),
  );
  yield* outgoing(principal, 'AllowedToDelegate');
  yield* formerIdentities(principal);
}

export function formerIdentities(object: AdObject): Generator<GraphPart> {
  return outgoing(object, 'HasSIDHistory');
}

/** The edges to the principals of a list that has the name of the edge. */
export function outgoing(object: AdObject, kind: string): Generator<GraphPart> {
  return listEdges(object, kind, Method.ObjectProps, { of: 'outgoing', kind }, (target) =>
    link(object.node, kind, typedPrincipal(target)),
  );
}

/** Whom others' tickets are handed to without limit can take those of the domain's controllers. */
export function* ticketCoercion(object: AdObject): Generator<GraphPart> {
  const { record, node, properties } = object;
  const isUnlimited = properties['unconstraineddelegation'] ?? record.flag('UnconstrainedDelegation');
  const domain = isUnlimited === true ? domainOf(object) : null;
  yield* link(node, 'CoerceToTGT', domain);
  if (domain || isUnlimited === false) {
    const list = givenList(object, Method.ObjectProps, { of: 'outgoing', kind: 'CoerceToTGT' }, domain === null);
    yield* list ? [list] : [];
  }
}

/** The domain an object belongs to: the property wins over the field of the record. */
export function domainOf({ record, properties }: Pick<AdObject, 'record' | 'properties'>): ReturnType<typeof adNode> {
  const { domainsid } = properties;
  const sid = typeof domainsid === 'string' && domainsid !== '' ? domainsid.toUpperCase() : record.id('DomainSID');
  return adNode(sid, 'Domain');
}

import type { Properties, RecordPart } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { link, onlyEdge } from '../../records/record-parts.js';
import { present } from '../../records/properties.js';
import { adNode, groupMember, typedPrincipal } from './ad-node.js';
import { adConverter, type AdObject } from './ad-object.js';
import { listEdges, Method, wholeList } from './whole-lists.js';

export const convertUser = adConverter({
  kind: 'User',
  *edges(user) {
    yield* principalEdges(user);
    yield* serviceEdges(user);
    yield* ticketCoercion(user);
  },
});

/** False, so that a former primary group that still lists the principal has it as an ordinary member. */
const listedMember = { isprimarygroup: false } as const;

export const convertGroup = adConverter({
  kind: 'Group',
  *edges(group) {
    yield* listEdges(group, 'Members', Method.Group, { of: 'incoming', kind: 'MemberOf' }, (member) =>
      link(groupMember(member), 'MemberOf', group.node, listedMember),
    );
    yield* formerIdentities(group);
  },
});

/** The primary group, delegation and former identities of a user or a computer. */
export function* principalEdges(principal: AdObject): Generator<RecordPart> {
  const { record, node } = principal;
  const group = adNode(record.id('PrimaryGroupSID'), 'Group');
  const membership = link(node, 'MemberOf', group, { isprimarygroup: true });
  yield* onlyEdge(wholeList(principal, Method.Group, { of: 'primary-group' }), membership);
  yield* outgoing(principal, 'AllowedToDelegate');
  yield* formerIdentities(principal);
}

function formerIdentities(object: AdObject): Generator<RecordPart> {
  return outgoing(object, 'HasSIDHistory');
}

/** Edges to the principals of the field that has the name of the edge. */
export function outgoing(object: AdObject, kind: string): Generator<RecordPart> {
  return listEdges(object, kind, Method.ObjectProps, { of: 'outgoing', kind }, (target) =>
    link(object.node, kind, typedPrincipal(target)),
  );
}

/** The collector finds administrators of SQL Server by the names of services. */
function serviceEdges(user: AdObject): Generator<RecordPart> {
  return listEdges(user, 'SPNTargets', Method.SpnTargets, { of: 'outgoing', kind: 'SQLAdmin' }, (service) =>
    service.text('Service') === 'SQLAdmin'
      ? link(user.node, 'SQLAdmin', adNode(service.id('ComputerSID'), 'Computer'), portOf(service))
      : [],
  );
}

function portOf(service: Fields): Properties {
  return present({ port: service.integer('Port') });
}

/** A principal with unconstrained delegation can obtain the tickets of domain controllers. */
export function* ticketCoercion(object: AdObject): Generator<RecordPart> {
  const { record, node, properties } = object;
  const isUnconstrained = properties['unconstraineddelegation'] ?? record.flag('UnconstrainedDelegation');
  const domain = isUnconstrained === true ? domainOf(object) : null;
  yield* link(node, 'CoerceToTGT', domain);
  if (domain || isUnconstrained === false) {
    yield* wholeList(object, Method.ObjectProps, { of: 'outgoing', kind: 'CoerceToTGT' }, domain === null);
  }
}

/** The domain of an object. The property takes precedence over the field of the record. */
export function domainOf({ record, properties }: AdObject): ReturnType<typeof adNode> {
  const { domainsid } = properties;
  const sid = typeof domainsid === 'string' && domainsid !== '' ? domainsid.toUpperCase() : record.id('DomainSID');
  return adNode(sid, 'Domain');
}

import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { NOBODY } from '../../../graph/statements.js';
import { isOutgoing, PRIMARY_GROUP_LIST } from '../../../graph/store/list-row.js';
import { noBits, propertyBits } from '../../../graph/writer/batch/property-bits.js';
import { hasNamedMembers, mention, mentionTyped, namedMember } from './ad-node.js';
import { adConverter, type AdConverter, type AdObject } from './ad-object.js';
import { Method, stateList, stateWhole } from './whole-lists.js';

export const convertUser = adConverter({
  kind: 'User',
  edges(user) {
    statePrincipal(user);
    stateServices(user);
    stateTicketCoercion(user);
  },
});

const convertPlainGroup = adConverter({
  kind: 'Group',
  edges(group) {
    stateMembers(group);
    stateFormerIdentities(group);
  },
});

export const convertGroup: AdConverter = (record, into, methods) =>
  convertPlainGroup(record, hasNamedMembers(record) ? into.deferred() : into, methods);

/** False, so that a former primary group that still lists the principal has it as an ordinary member. */
const listed = { isprimarygroup: false };
const listedMember = propertyBits(listed);
const primaryGroup = propertyBits({ isprimarygroup: true });

function stateMembers(group: AdObject): void {
  const { into, node, number } = group;
  stateList(group, 'Members', Method.Group, Kind.MemberOf, (entry) => {
    const named = namedMember(entry);
    if (named) into.link(named, 'MemberOf', node, listed);
    else into.edge(mentionTyped(into, entry), Kind.MemberOf, number, listedMember);
  });
}

/** The primary group, delegation and former identities of a user or a computer. */
export function statePrincipal(principal: AdObject): void {
  const { record, into, objectid, number } = principal;
  const group = mention(into, record.id('PrimaryGroupSID'), 'Group');
  if (group !== NOBODY) {
    into.edge(number, Kind.MemberOf, group, primaryGroup);
    stateWhole(principal, objectid, Method.Group, PRIMARY_GROUP_LIST);
  }
  statePeers(principal, 'AllowedToDelegate', Kind.AllowedToDelegate);
  stateFormerIdentities(principal);
}

function stateFormerIdentities(object: AdObject): void {
  statePeers(object, 'HasSIDHistory', Kind.HasSIDHistory);
}

/** States the edges between an object and the principals of a field: its list of this kind. */
export function statePeers(object: AdObject, field: string, kind: number): void {
  const { into, number } = object;
  stateList(object, field, Method.ObjectProps, kind, (entry) => {
    const peer = mentionTyped(into, entry);
    if (isOutgoing(kind)) into.edge(number, kind, peer);
    else into.edge(peer, kind, number);
  });
}

/** The collector finds administrators of SQL Server by the names of services. */
function stateServices(user: AdObject): void {
  const { into, number } = user;
  stateList(user, 'SPNTargets', Method.SpnTargets, Kind.SQLAdmin, (service) => {
    if (service.text('Service') !== 'SQLAdmin') return;
    const computer = mention(into, service.id('ComputerSID'), 'Computer');
    const port = service.integer('Port');
    into.edge(number, Kind.SQLAdmin, computer, port === null ? noBits : propertyBits({ port }));
  });
}

/** A principal with unconstrained delegation can obtain the tickets of domain controllers. */
export function stateTicketCoercion(object: AdObject): void {
  const { record, into, objectid, number, properties } = object;
  const isUnconstrained = properties['unconstraineddelegation'] ?? record.flag('UnconstrainedDelegation');
  const domain = isUnconstrained === true ? mentionDomain(object) : NOBODY;
  into.edge(number, Kind.CoerceToTGT, domain);
  if (domain !== NOBODY || isUnconstrained === false)
    stateWhole(object, objectid, Method.ObjectProps, Kind.CoerceToTGT, domain === NOBODY);
}

/** Mentions the domain of an object. The property takes precedence over the field of the record. */
export function mentionDomain({ record, into, properties }: AdObject): number {
  const { domainsid } = properties;
  const sid = typeof domainsid === 'string' && domainsid !== '' ? domainsid.toUpperCase() : record.id('DomainSID');
  return mention(into, sid, 'Domain');
}

import { type EdgeKindName, Kind } from '../../../graph/kinds/kind-catalogue.js';
import { NOBODY } from '../../../graph/statements.js';
import { isOutgoing, PRIMARY_GROUP_LIST } from '../../../graph/store/list-row.js';
import { noBits, propertyBits } from '../../../graph/writer/batch/property-bits.js';
import { adNode, mention, mentionTyped } from './ad-node.js';
import { type AdObject, Method, stateList, stateWhole } from './ad-object.js';

const primaryGroup = propertyBits({ isprimarygroup: true });

export function statePrimaryGroup(principal: AdObject): void {
  const { record, into, number } = principal;
  const group = mention(into, adNode(record.id('PrimaryGroupSID'), 'Group'));
  if (group === NOBODY) return;
  into.edge(number, Kind.MemberOf, group, primaryGroup);
  stateWhole(principal, Method.Group, PRIMARY_GROUP_LIST);
}

/** The edges of a kind between an object and the principals of the field with the name of the kind: its list of this kind. */
export function peers(kindName: EdgeKindName): (object: AdObject) => void {
  const kind = Kind[kindName];
  return (object) => {
    const { into, number } = object;
    stateList(object, kindName, Method.ObjectProps, kind, (entry) => {
      const peer = mentionTyped(into, entry);
      if (isOutgoing(kind)) into.edge(number, kind, peer);
      else into.edge(peer, kind, number);
    });
  };
}

/** The collector finds administrators of SQL Server by the names of services. */
export function stateServices(user: AdObject): void {
  const { into, number } = user;
  stateList(user, 'SPNTargets', Method.SpnTargets, Kind.SQLAdmin, (service) => {
    if (service.text('Service') !== 'SQLAdmin') return;
    const computer = mention(into, adNode(service.idOfPart('ComputerSID'), 'Computer'));
    const port = service.integer('Port');
    into.edge(number, Kind.SQLAdmin, computer, port === null ? noBits : propertyBits({ port }));
  });
}

/** A principal with unconstrained delegation can obtain the tickets of domain controllers. */
export function stateTicketCoercion(object: AdObject): void {
  const { record, into, number, properties } = object;
  const isUnconstrained = properties['unconstraineddelegation'] ?? record.flag('UnconstrainedDelegation');
  const domain = isUnconstrained === true ? mentionDomain(object) : NOBODY;
  into.edge(number, Kind.CoerceToTGT, domain);
  if (domain !== NOBODY || isUnconstrained === false)
    stateWhole(object, Method.ObjectProps, Kind.CoerceToTGT, domain === NOBODY);
}

/** Mentions the domain of an object. The property takes precedence over the field of the record. */
export function mentionDomain({ record, into, properties }: AdObject): number {
  const { domainsid } = properties;
  const sid = typeof domainsid === 'string' && domainsid !== '' ? domainsid.toUpperCase() : record.id('DomainSID');
  return mention(into, adNode(sid, 'Domain'));
}

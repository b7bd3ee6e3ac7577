import { type GraphPart, link } from '../records/graph-parts.js';
import { typedPrincipal } from './ad-node.js';
import { adConverter, type AdObject } from './ad-object.js';
import { computerProperties } from './computer-properties.js';
import { domainOf, principalEdges, ticketCoercion } from './delegation.js';
import { formerLocalGroups, localGroups } from './local-groups.js';
import { sessionsOf } from './sessions.js';
import { userRights } from './user-rights.js';

export const convertComputer = adConverter({
  kind: 'Computer',
  properties: computerProperties,
  *edges(computer) {
    const { record, node } = computer;
    yield* principalEdges(computer);
    yield* delegationEdges(computer);
    yield* sessionsOf(record);
    yield* localGroups(record, node);
    yield* formerLocalGroups(record, node);
    yield* userRights(computer);
  },
});

function* delegationEdges(computer: AdObject): Generator<GraphPart> {
  const { record, node } = computer;
  for (const actor of record.list('AllowedToAct')) {
    yield* link(typedPrincipal(actor), 'AllowedToAct', node);
  }
  for (const account of record.list('DumpSMSAPassword')) {
    yield* link(node, 'DumpSMSAPassword', typedPrincipal(account));
  }
  if (record.flag('IsDC')) {
    yield* link(node, 'DCFor', domainOf(computer));
  } else {
    yield* ticketCoercion(computer);
  }
}

import { type GraphPart, link } from '../../records/graph-parts.js';
import { typedPrincipal } from './ad-node.js';
import { adConverter, type AdObject } from './ad-object.js';
import { Method } from './collection-methods.js';
import { computerProperties } from './computer-properties.js';
import { domainOf, outgoing, principalEdges, ticketCoercion } from './delegation.js';
import { listEdges, oneEdge } from './given-lists.js';
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
  yield* listEdges(computer, 'AllowedToAct', Method.ObjectProps, { of: 'incoming', kind: 'AllowedToAct' }, (actor) =>
    link(typedPrincipal(actor), 'AllowedToAct', node),
  );
  yield* outgoing(computer, 'DumpSMSAPassword');
  if (record.flag('IsDC')) {
    const controller = link(node, 'DCFor', domainOf(computer));
    yield* oneEdge(computer, Method.Any, { of: 'outgoing', kind: 'DCFor' }, controller);
  } else {
    yield* ticketCoercion(computer);
  }
}

import type { Properties } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { type GraphPart, link } from '../../records/graph-parts.js';
import { adNode } from './ad-node.js';
import { adConverter, type AdObject } from './ad-object.js';
import { Method } from './collection-methods.js';
import { principalEdges, ticketCoercion } from './delegation.js';
import { listEdges } from './given-lists.js';
import { present } from '../../records/properties.js';

export const convertUser = adConverter({
  kind: 'User',
  *edges(user) {
    yield* principalEdges(user);
    yield* serviceEdges(user);
    yield* ticketCoercion(user);
  },
});

/** Administrators of SQL Server are the only ones that the collector finds by the names of services. */
function serviceEdges(user: AdObject): Generator<GraphPart> {
  return listEdges(user, 'SPNTargets', Method.SpnTargets, { of: 'outgoing', kind: 'SQLAdmin' }, (service) =>
    service.text('Service') === 'SQLAdmin'
      ? link(user.node, 'SQLAdmin', adNode(service.id('ComputerSID'), 'Computer'), portOf(service))
      : [],
  );
}

function portOf(service: Fields): Properties {
  return present({ port: service.integer('Port') });
}

import { type GraphPart, link } from '../records/graph-parts.js';
import { adNode } from './ad-node.js';
import { adConverter, type AdObject } from './ad-object.js';
import { principalEdges, ticketCoercion } from './delegation.js';
import { present } from '../records/properties.js';

const SERVICE_KINDS = new Set(['SQLAdmin']);

export const convertUser = adConverter({
  kind: 'User',
  *edges(user) {
    yield* principalEdges(user);
    yield* serviceEdges(user);
    yield* ticketCoercion(user);
  },
});

function* serviceEdges({ record, node }: AdObject): Generator<GraphPart> {
  for (const service of record.list('SPNTargets')) {
    const kind = service.text('Service') ?? '';
    if (SERVICE_KINDS.has(kind)) {
      const properties = present({ port: service.integer('Port') });
      yield* link(node, kind, adNode(service.id('ComputerSID'), 'Computer'), properties);
    }
  }
}

import type { EntityQuery } from '../../src/graph/answers/entity-reader.js';
import { Kind } from '../../src/graph/kinds/kind-catalogue.js';
import { rights } from '../../src/graph/questions/walks/shapes.js';

const walk = rights([Kind.AdminTo], [Kind.Computer]);

/** What operation 6 asks of the graph. */
export function adminRightsOf(objectid: string): EntityQuery {
  return { objectid, kinds: [Kind.User], walk };
}

import type { Endpoint, Properties } from '../../graph/records.js';
import type { Statements } from '../../graph/statements.js';

/** States an edge, or nothing if an end is missing. */
export function stateEdge(
  into: Statements,
  source: Endpoint | null,
  kind: string,
  target: Endpoint | null,
  properties?: Properties,
): void {
  if (source && target) into.link(source, kind, target, properties);
}

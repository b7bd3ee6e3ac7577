import { linkTo, linkWith, type Values } from '../base/address.js';
import { objectPath } from '../base/links.js';
import type { Graph } from './graph.js';
import { type Drawing, edgeKey } from './shapes.js';

/**
 * Links of a picture: a node opens its object, several nodes the same answer as a table, an edge its explanation.
 * @param asTable values of the address by which the answer is a table
 */
export function objectLinks({ nodes }: Graph, asTable: Values): NonNullable<Drawing['links']> {
  const objectIds = new Map(nodes.map(({ id, objectId }) => [id, objectId]));
  return {
    ofBox: ({ nodes: [node, ...others] }) => (others.length > 0 ? linkWith(asTable) : objectPath(node?.objectId ?? '')),
    ofLine: ({ edges: [edge] }) =>
      edge
        ? linkTo('/paths', {
            start_node: objectIds.get(edge.source),
            end_node: objectIds.get(edge.target),
            edge: edgeKey(edge),
          })
        : linkWith({}),
  };
}

import type { Graph } from '../picture/graph.js';

/** A graph without names in the form of an answer. It has no properties, because they can name anything. */
export function answerJson({ nodes, edges }: Graph, isTruncated: boolean): string {
  const written = nodes.map(({ id, objectId, name, kind, isTierZero, isOwned, lastSeen }) => [
    id,
    { label: name, kind, objectId, isTierZero, isOwnedObject: isOwned, ...(lastSeen !== null && { lastSeen }) },
  ]);
  const data = {
    nodes: Object.fromEntries(written),
    edges: edges.map(({ lastSeen, ...edge }) => ({
      ...edge,
      label: edge.kind,
      ...(lastSeen !== null && { lastSeen }),
    })),
    truncated: isTruncated,
  };
  return JSON.stringify({ data }, null, 2);
}

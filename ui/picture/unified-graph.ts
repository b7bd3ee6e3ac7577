import type { Graph } from './graph.js';
import type { UnifiedGraphDto } from '../api/schema.js';

export function graphOf({ nodes, edges }: UnifiedGraphDto): Graph {
  return {
    nodes: Object.entries(nodes).map(
      ([id, { label, kind, objectId, isTierZero, isOwnedObject, lastSeen, properties }]) => ({
        id,
        objectId,
        name: label,
        kind,
        isTierZero,
        isOwned: isOwnedObject,
        isDisabled: properties['enabled'] === false,
        lastSeen,
      }),
    ),
    edges: edges.map(({ source, target, kind, lastSeen }) => ({ source, target, kind, lastSeen: lastSeen ?? null })),
  };
}

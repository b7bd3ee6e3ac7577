import type { UnifiedGraphDto } from '../api/schema.js';
import type { Graph } from './graph.js';

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

/** The answer of a list with `type=graph`. */
export interface ListGraphAnswer {
  readonly data: {
    readonly nodes: readonly { readonly objectID: string; readonly name: string; readonly label: string }[];
    readonly edges: readonly { readonly source: string; readonly target: string; readonly kind: string }[];
    readonly truncated: boolean;
  };
}

/** Its nodes have their object ids as ids, and no marks. */
export function listGraphOf({ data: { nodes, edges } }: ListGraphAnswer): Graph {
  const unknown = { isTierZero: false, isOwned: false, isDisabled: false, lastSeen: null };
  return {
    nodes: nodes.map(({ objectID: id, name, label: kind }) => ({ id, objectId: id, name, kind, ...unknown })),
    edges: edges.map(({ source, target, kind }) => ({ source, target, kind, lastSeen: null })),
  };
}

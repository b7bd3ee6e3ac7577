import type { GraphEdge, GraphNode } from '../picture/graph.js';
import type { Scene, SceneBox } from './scene.js';

/** The same picture with other objects in the same order, whose names and ids are hidden. */
export function renamed(
  scene: Scene,
  { nodes, edges }: { readonly nodes: readonly GraphNode[]; readonly edges: readonly GraphEdge[] },
): Scene {
  const names = new Map([...scene.nodes.keys()].map((key, at) => [key, nodes[at]?.id ?? ''] as const));
  const keyOf = (key: string) => names.get(key) ?? `more ${[...scene.boxes.keys()].indexOf(key)}`;
  const boxOf = (box: SceneBox): SceneBox => {
    if (box.kind === 'folded') return { ...box, members: box.members.map(keyOf) };
    return box.kind === 'more' ? { ...box, of: keyOf(box.of) } : box;
  };
  return {
    nodes: new Map(nodes.map((node) => [node.id, node])),
    edges,
    boxes: new Map([...scene.boxes].map(([key, box]) => [keyOf(key), boxOf(box)])),
    layers: new Map([...scene.layers].map(([layer, keys]) => [layer, keys.map(keyOf)])),
    hidden: new Set([...scene.hidden].map(keyOf)),
    marked: new Set([...scene.marked].map(keyOf)),
    pinned: new Map([...scene.pinned].map(([key, y]) => [keyOf(key), y])),
    // Notes may have names.
    notes: new Map(),
    hiddenKinds: scene.hiddenKinds,
    // Their keys have ids.
    came: new Set(),
    went: new Set(),
  };
}

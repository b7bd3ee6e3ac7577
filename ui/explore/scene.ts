import { compare, type GraphEdge, type GraphNode } from '../picture/graph.js';

/** Objects of a picture that are drawn as one box, or neighbours that are not loaded yet. */
export type SceneBox =
  | { readonly kind: 'object' }
  /** Objects that were folded into one box. */
  | { readonly kind: 'folded'; readonly members: readonly string[] }
  /** Neighbours of an object, of which only the number is known. */
  | {
      readonly kind: 'more';
      readonly of: string;
      readonly direction: Direction;
      readonly edge: string;
      readonly count: number;
    };

export type Direction = 'in' | 'out';

/** A picture that people explore. Objects and boxes have object ids as keys; edges connect objects. All values are plain data. */
export interface Scene {
  /** Loaded objects, folded and hidden ones among them. */
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: readonly GraphEdge[];
  readonly boxes: ReadonlyMap<string, SceneBox>;
  /** Keys of boxes in their order, by layer. Numbers of layers have no gaps; the first may be negative. */
  readonly layers: ReadonlyMap<number, readonly string[]>;
  readonly hidden: ReadonlySet<string>;
  readonly marked: ReadonlySet<string>;
  /** Vertical places of pinned boxes, by key. */
  readonly pinned: ReadonlyMap<string, number>;
  /** Notes on boxes, by key. */
  readonly notes: ReadonlyMap<string, string>;
  /** Kinds of edges that are not drawn. */
  readonly hiddenKinds: ReadonlySet<string>;
  /** Keys of edges that came to the graph since the picture was drawn. */
  readonly came: ReadonlySet<string>;
  /** Keys of edges, and ids of objects, that the graph does not have any more. */
  readonly went: ReadonlySet<string>;
}

export const emptyScene: Scene = {
  nodes: new Map(),
  edges: [],
  boxes: new Map(),
  layers: new Map(),
  hidden: new Set(),
  marked: new Set(),
  pinned: new Map(),
  notes: new Map(),
  hiddenKinds: new Set(),
  came: new Set(),
  went: new Set(),
};

/** More objects are refused. */
export const mostBoxes = 3000;

/** Layers from left to right, without hidden boxes. */
export function shownLayers({ layers, hidden }: Scene): [layer: number, keys: readonly string[]][] {
  return [...layers]
    .toSorted(([one], [other]) => one - other)
    .map(([layer, keys]): [number, readonly string[]] => [layer, keys.filter((key) => !hidden.has(key))])
    .filter(([, keys]) => keys.length > 0);
}

export function layerOf({ layers }: Scene, key: string): number {
  for (const [layer, keys] of layers) if (keys.includes(key)) return layer;
  return 0;
}

/** The box that shows an object: its own, or the one it is folded into. Undefined: it is in none, or hidden. */
export function boxOfObjects({ boxes, hidden }: Scene): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [key, box] of boxes) {
    if (hidden.has(key)) continue;
    if (box.kind === 'object') found.set(key, key);
    if (box.kind === 'folded') for (const member of box.members) found.set(member, key);
  }
  return found;
}

/** All edges between two boxes. */
export interface SceneLink {
  readonly source: string;
  readonly target: string;
  readonly edges: readonly GraphEdge[];
}

/** Links of what is shown, in the order of their ends. Each edge between two shown boxes is in one of them. */
export function linksOf(scene: Scene): SceneLink[] {
  const boxOf = boxOfObjects(scene);
  const links = new Map<string, { source: string; target: string; edges: GraphEdge[] }>();
  const add = (source: string, target: string, edge: GraphEdge) => {
    const key = JSON.stringify([source, target]);
    const link = links.get(key);
    if (link) link.edges.push(edge);
    else links.set(key, { source, target, edges: [edge] });
  };
  for (const edge of scene.edges) {
    if (scene.hiddenKinds.has(edge.kind)) continue;
    const [source, target] = [boxOf.get(edge.source), boxOf.get(edge.target)];
    if (source !== undefined && target !== undefined && source !== target) add(source, target, edge);
  }
  for (const [key, box] of scene.boxes) {
    if (box.kind !== 'more' || scene.hidden.has(key)) continue;
    const near = boxOf.get(box.of);
    if (near === undefined) continue;
    const [source, target] = box.direction === 'out' ? [near, key] : [key, near];
    add(source, target, { source, target, kind: box.edge, lastSeen: null });
  }
  return [...links.values()].toSorted(
    (one, other) => compare(one.source, other.source) || compare(one.target, other.target),
  );
}

/** Boxes beside each box along links, in either direction. */
export function neighboursOf(links: readonly SceneLink[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const add = (key: string, neighbour: string) => {
    const list = found.get(key);
    if (!list) found.set(key, [neighbour]);
    else if (!list.includes(neighbour)) list.push(neighbour);
  };
  for (const { source, target } of links) {
    add(source, target);
    add(target, source);
  }
  return found;
}

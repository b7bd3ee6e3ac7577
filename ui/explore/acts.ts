import { addTo, byName, type Graph, type GraphEdge } from '../picture/graph.js';
import { linksOf, layerOf, mostBoxes, neighboursOf, type Direction, type Scene, type SceneBox } from './scene.js';

/** Why an act is refused, for people. */
export class RefusedAct extends Error {}

/** New boxes of a kind of edges; above, they come as one box. */
export const mostAtOnce = 12;

/** The object whose neighbours new boxes are. */
interface Beside {
  readonly of: string;
  readonly direction: Direction;
}

/**
 * Adds objects with their edges. What is shown keeps its layer and order: new boxes stand in the layer beside their neighbours, behind
 * those whose neighbours are above.
 * @throws RefusedAct if there would be too many boxes
 */
export function added(scene: Scene, graph: Graph, beside?: Beside): Scene {
  const fresh = graph.nodes.filter(({ id }) => !scene.nodes.has(id));
  const nodes = new Map(scene.nodes);
  for (const node of graph.nodes) nodes.set(node.id, node);
  const boxes = new Map(scene.boxes);
  for (const { id } of fresh) boxes.set(id, { kind: 'object' });
  requireFits(boxes.size);
  const next = { ...scene, nodes, edges: merged(scene.edges, graph.edges), boxes };
  return {
    ...next,
    layers: withNew(
      next,
      fresh.toSorted(byName).map(({ id }) => id),
      beside,
    ),
  };
}

function requireFits(count: number): void {
  if (count > mostBoxes)
    throw new RefusedAct(
      `A picture has at most ${mostBoxes} boxes. Hide or fold some, or take objects out one by one.`,
    );
}

export function keyOf({ source, kind, target }: Pick<GraphEdge, 'source' | 'kind' | 'target'>): string {
  return JSON.stringify([source, kind, target]);
}

function merged(known: readonly GraphEdge[], others: readonly GraphEdge[]): readonly GraphEdge[] {
  const edges = new Map(known.map((edge) => [keyOf(edge), edge]));
  for (const edge of others) if (!edges.has(keyOf(edge))) edges.set(keyOf(edge), edge);
  return [...edges.values()];
}

/** Layers that get new boxes. */
class NewLayers {
  readonly layers: Map<number, string[]>;
  private readonly layerOf: Map<string, number>;
  private readonly beside: ReadonlyMap<string, readonly string[]>;
  private readonly leadsTo: ReadonlySet<string>;

  constructor(scene: Scene) {
    const links = linksOf(scene);
    this.layers = new Map([...scene.layers].map(([layer, keys]) => [layer, [...keys]]));
    this.layerOf = new Map([...this.layers].flatMap(([layer, keys]) => keys.map((key) => [key, layer] as const)));
    this.beside = neighboursOf(links);
    this.leadsTo = new Set(links.map(({ source, target }) => JSON.stringify([source, target])));
  }

  /** The layer after a placed neighbour, or before it. Undefined: no neighbour is placed. */
  besideNeighbour(key: string): number | undefined {
    const near = this.beside.get(key)?.find((it) => this.layerOf.has(it));
    return near === undefined ? undefined : this.besideOf(near, this.leadsTo.has(JSON.stringify([near, key])));
  }

  besideOf(near: string, isBehind: boolean): number {
    return (this.layerOf.get(near) ?? 0) + (isBehind ? 1 : -1);
  }

  first(): number {
    return Math.min(0, ...this.layers.keys());
  }

  /** Puts a box behind those of a layer whose neighbours are not below its own. */
  put(key: string, layer: number): void {
    const keys = this.layers.get(layer) ?? [];
    this.layers.set(layer, keys);
    this.layerOf.set(key, layer);
    const mean = this.meanOf(key, Infinity);
    keys.splice(keys.findLastIndex((it) => this.meanOf(it) <= mean) + 1, 0, key);
  }

  /** Mean place of the neighbours in other layers. */
  private meanOf(key: string, otherwise = this.rankOf(key)): number {
    const layer = this.layerOf.get(key);
    const known = (this.beside.get(key) ?? []).filter((it) => (this.layerOf.get(it) ?? layer) !== layer);
    if (known.length === 0) return otherwise;
    return known.reduce((sum, it) => sum + this.rankOf(it), 0) / known.length;
  }

  private rankOf(key: string): number {
    return this.layers.get(this.layerOf.get(key) ?? 0)?.indexOf(key) ?? 0;
  }
}

/** Places new boxes, those with a placed neighbour first. A part without any begins in the first layer. */
function withNew(scene: Scene, fresh: readonly string[], from?: Beside): Scene['layers'] {
  const places = new NewLayers(scene);
  const waiting = new Set(fresh);
  const put = (key: string, layer: number) => {
    places.put(key, layer);
    waiting.delete(key);
  };
  while (waiting.size > 0) {
    const before = waiting.size;
    for (const key of waiting) {
      const layer = from ? places.besideOf(from.of, from.direction === 'out') : places.besideNeighbour(key);
      if (layer !== undefined) put(key, layer);
    }
    const [first] = waiting;
    if (waiting.size === before && first !== undefined) put(first, places.first());
  }
  return places.layers;
}

/** The key of the box with the neighbours of an object that are not loaded. */
export function moreKey(of: string, direction: Direction, edge: string): string {
  return JSON.stringify([of, direction, edge]);
}

/** Shows how many neighbours of an object are not shown; none removes the box. */
export function withMore(scene: Scene, of: string, direction: Direction, edge: string, count: number): Scene {
  const key = moreKey(of, direction, edge);
  if (count === 0) return without(scene, [key]);
  const boxes = new Map(scene.boxes).set(key, { kind: 'more', of, direction, edge, count });
  requireFits(boxes.size);
  const next = { ...scene, boxes, hidden: withoutKeys(scene.hidden, [key]) };
  return scene.boxes.has(key) ? next : { ...next, layers: withNew(next, [key], { of, direction }) };
}

/** The picture without some boxes. */
export function without(scene: Scene, keys: readonly string[]): Scene {
  const gone = new Set(keys);
  return {
    ...scene,
    hidden: withoutKeys(scene.hidden, keys),
    boxes: new Map([...scene.boxes].filter(([key]) => !gone.has(key))),
    layers: new Map([...scene.layers].map(([layer, own]) => [layer, own.filter((key) => !gone.has(key))])),
    marked: withoutKeys(scene.marked, keys),
    pinned: new Map([...scene.pinned].filter(([key]) => !gone.has(key))),
    notes: new Map([...scene.notes].filter(([key]) => !gone.has(key))),
  };
}

function withoutKeys(set: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> {
  const next = new Set(set);
  for (const key of keys) next.delete(key);
  return next;
}

export function hidden(scene: Scene, keys: readonly string[]): Scene {
  return { ...scene, hidden: new Set([...scene.hidden, ...keys]), marked: withoutKeys(scene.marked, keys) };
}

/** Shows all that was hidden. */
export function unhidden(scene: Scene): Scene {
  return { ...scene, hidden: new Set() };
}

/** Marks a box, or removes its mark. */
export function marked(scene: Scene, key: string): Scene {
  const next = new Set(scene.marked);
  if (!next.delete(key)) next.add(key);
  return { ...scene, marked: next };
}

/** Keeps a box at its vertical place, or lets it go. */
export function pinned(scene: Scene, key: string, y: number): Scene {
  const next = new Map(scene.pinned);
  if (!next.delete(key)) next.set(key, y);
  return { ...scene, pinned: next };
}

/** Writes a note on a box; an empty one removes it. */
export function noted(scene: Scene, key: string, text: string): Scene {
  const next = new Map(scene.notes);
  if (text === '') next.delete(key);
  else next.set(key, text);
  return { ...scene, notes: next };
}

/** Draws the edges of a kind, or no longer. */
export function kindShown(scene: Scene, kind: string, isShown: boolean): Scene {
  const next = new Set(scene.hiddenKinds);
  if (isShown) next.delete(kind);
  else next.add(kind);
  return { ...scene, hiddenKinds: next };
}

/** The boxes that hang on a box alone: {@link folded} makes one box of those of a layer. */
export function leavesOf(scene: Scene, key: string): readonly string[] {
  const beside = neighboursOf(linksOf(scene));
  return (beside.get(key) ?? []).filter(
    (it) => scene.boxes.get(it)?.kind === 'object' && (beside.get(it) ?? []).every((other) => other === key),
  );
}

/** Folds boxes of objects into one box for each layer, which stands where the first of them stood. */
export function folded(scene: Scene, keys: readonly string[]): Scene {
  const groups = new Map<number, string[]>();
  for (const key of keys) addTo(groups, layerOf(scene, key), key);
  let next = scene;
  for (const [layer, members] of groups) {
    if (members.length < 2) continue;
    const inOrder = (next.layers.get(layer) ?? []).filter((key) => members.includes(key));
    const [first = ''] = inOrder;
    const group = `folded ${first}`;
    const gone = new Set(inOrder);
    const own = (next.layers.get(layer) ?? []).flatMap((key) => (key === first ? [group] : gone.has(key) ? [] : [key]));
    const boxes = new Map<string, SceneBox>([...next.boxes].filter(([key]) => !gone.has(key)));
    boxes.set(group, { kind: 'folded', members: inOrder });
    next = { ...without(next, inOrder), boxes, layers: new Map(next.layers).set(layer, own) };
  }
  return next;
}

/** Shows the objects of a folded box one by one, in its place. */
export function unfolded(scene: Scene, key: string): Scene {
  const box = scene.boxes.get(key);
  if (box?.kind !== 'folded') return scene;
  const boxes = new Map<string, SceneBox>([...scene.boxes].filter(([it]) => it !== key));
  for (const member of box.members) boxes.set(member, { kind: 'object' });
  const layer = layerOf(scene, key);
  const own = (scene.layers.get(layer) ?? []).flatMap((it) => (it === key ? box.members : [it]));
  return { ...scene, boxes, layers: new Map(scene.layers).set(layer, own), marked: withoutKeys(scene.marked, [key]) };
}

/** Moves a box within its layer or to the former or next one. It stays behind the boxes there. */
export function moved(scene: Scene, key: string, to: 'up' | 'down' | 'former' | 'next'): Scene {
  const layer = layerOf(scene, key);
  const keys = scene.layers.get(layer) ?? [];
  const layers = new Map(scene.layers);
  if (to === 'up' || to === 'down') {
    const shown = keys.filter((it) => !scene.hidden.has(it));
    const other = shown[shown.indexOf(key) + (to === 'up' ? -1 : 1)];
    if (other === undefined) return scene;
    layers.set(
      layer,
      keys.map((it) => (it === key ? other : it === other ? key : it)),
    );
  } else {
    const target = layer + (to === 'former' ? -1 : 1);
    layers.set(
      layer,
      keys.filter((it) => it !== key),
    );
    layers.set(target, [...(layers.get(target) ?? []), key]);
  }
  return { ...scene, layers };
}

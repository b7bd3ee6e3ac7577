import { call } from '../api/call.js';
import type { PictureState } from '../api/schema.js';
import type { Graph } from '../picture/graph.js';
import type { Window } from '../picture/window.js';
import { added, moreKey } from './acts.js';
import { emptyScene, type Scene, type SceneBox } from './scene.js';

type KeptBox = PictureState['boxes'][number];

/** How a picture is kept: its objects by their ids, without names and edges. */
export function stateOf(scene: Scene, view: Window | null, version?: number): PictureState {
  const boxes = [...scene.layers].flatMap(([layer, keys]) =>
    keys.flatMap((key): KeptBox[] => {
      const box = scene.boxes.get(key);
      if (!box) return [];
      const [y, note] = [scene.pinned.get(key), scene.notes.get(key)];
      return [
        {
          layer,
          ...contentOf(key, box),
          ...(scene.hidden.has(key) && { hidden: true }),
          ...(scene.marked.has(key) && { marked: true }),
          ...(y !== undefined && { y }),
          ...(note !== undefined && { note }),
        },
      ];
    }),
  );
  return {
    boxes,
    hidden_kinds: [...scene.hiddenKinds],
    ...(view && { view }),
    ...(version !== undefined && { graph_version: version }),
  };
}

function contentOf(key: string, box: SceneBox): Pick<KeptBox, 'objects' | 'neighbours'> {
  if (box.kind === 'folded') return { objects: [...box.members] };
  if (box.kind === 'object') return { objects: [key] };
  const { of, direction, edge } = box;
  return { objects: [], neighbours: { of, direction, relationship_kind: edge } };
}

export function objectsIn({ boxes }: PictureState): string[] {
  return boxes.flatMap(({ objects }) => objects);
}

/** A box of neighbours with their present number. */
type More = Extract<SceneBox, { kind: 'more' }>;

/** Asks how many neighbours of a box the picture does not show. */
export function countCall(
  state: PictureState,
  { of, direction, relationship_kind: kind }: NonNullable<KeptBox['neighbours']>,
) {
  const expand = { node: of, direction, relationship_kinds: [kind], limit: 0 };
  return call('POST /api/v2/graphs/neighbourhood', { body: { shown: objectsIn(state), expand } });
}

/**
 * The picture as it was kept, of the objects that exist now.
 * @param counts of neighbours, by the place of their box
 */
export function sceneOf(state: PictureState, graph: Graph, counts: ReadonlyMap<number, number>): Scene {
  const { nodes, edges } = added(emptyScene, graph);
  const boxes = new Map<string, SceneBox>();
  const layers = new Map<number, string[]>();
  const kept = state.boxes.flatMap((it, at) => {
    const [key, box] = boxOf(it, new Set(nodes.keys()), counts.get(at) ?? 0);
    return box && !boxes.has(key) ? [boxes.set(key, box) && { ...it, key }] : [];
  });
  for (const { key, layer } of kept) layers.set(layer, [...(layers.get(layer) ?? []), key]);
  return {
    nodes,
    edges,
    boxes,
    layers,
    hidden: new Set(kept.flatMap(({ key, hidden }) => (hidden ? [key] : []))),
    marked: new Set(kept.flatMap(({ key, marked }) => (marked ? [key] : []))),
    pinned: new Map(kept.flatMap(({ key, y }) => (y === undefined ? [] : [[key, y] as const]))),
    notes: new Map(kept.flatMap(({ key, note }) => (note === undefined ? [] : [[key, note] as const]))),
    hiddenKinds: new Set(state.hidden_kinds),
    came: new Set(),
    went: new Set(),
  };
}

function boxOf({ objects, neighbours }: KeptBox, known: ReadonlySet<string>, count: number): [string, SceneBox | null] {
  if (neighbours) {
    const { of, direction, relationship_kind: edge } = neighbours;
    const more: More = { kind: 'more', of, direction, edge, count };
    return [moreKey(of, direction, edge), count > 0 && known.has(of) ? more : null];
  }
  const [first = '', ...others] = objects.filter((it) => known.has(it));
  if (others.length === 0) return [first, first === '' ? null : { kind: 'object' }];
  return [`folded ${first}`, { kind: 'folded', members: [first, ...others] }];
}

import type { Graph, GraphEdge } from '../picture/graph.js';
import { keyOf, without } from './acts.js';
import type { Scene, SceneBox } from './scene.js';

/** What an answer says of the objects that were asked for. */
interface Present {
  readonly graph: Graph;
  readonly asked: readonly string[];
  /** Whether the graph has all edges among them. */
  readonly isWhole: boolean;
}

/** Compares a picture with the present graph. All boxes and edges stay; what is gone is marked, and so are edges that came. */
export function compared(scene: Scene, { graph, asked, isWhole }: Present): Scene {
  const among = new Set(asked.filter((id) => scene.nodes.has(id)));
  const nodes = new Map(scene.nodes);
  const [came, went] = [new Set(scene.came), new Set([...scene.went].filter((key) => !among.has(key)))];
  const gone = new Set(among);
  for (const node of graph.nodes) if (gone.delete(node.id)) nodes.set(node.id, node);
  for (const id of gone) went.add(id);
  const present = new Map(
    graph.edges.filter((it) => among.has(it.source) && among.has(it.target)).map((edge) => [keyOf(edge), edge]),
  );
  const edges = scene.edges.map((edge) => {
    const key = keyOf(edge);
    const fresh = present.get(key);
    present.delete(key);
    if (fresh) went.delete(key);
    else if (isWhole && among.has(edge.source) && among.has(edge.target)) {
      went.add(key);
      came.delete(key);
    }
    return fresh ?? edge;
  });
  for (const key of present.keys()) came.add(key);
  return { ...scene, nodes, edges: [...edges, ...present.values()], came, went };
}

type Change = Readonly<Record<'source' | 'kind' | 'target', string>> & { readonly change: 'came' | 'went' };

/** Marks edges that came since a picture was kept, and draws those that went. */
export function withChanges(scene: Scene, changes: readonly Change[]): Scene {
  const known = new Set(scene.edges.map(keyOf));
  const edges = changes.filter(({ source, target }) => scene.nodes.has(source) && scene.nodes.has(target));
  const [came, went] = (['came', 'went'] as const).map((change) =>
    edges
      .filter((it) => it.change === change && known.has(keyOf(it)) === (change === 'came'))
      .map(({ source, kind, target }): GraphEdge => ({ source, kind, target, lastSeen: null })),
  );
  return {
    ...scene,
    edges: [...scene.edges, ...(went ?? [])],
    came: new Set(came?.map(keyOf)),
    went: new Set(went?.map(keyOf)),
  };
}

/** The picture without what is gone, and without marks of what came. */
export function reloaded(scene: Scene): Scene {
  const { went } = scene;
  if (went.size + scene.came.size === 0) return scene;
  const isGone = ([key, box]: readonly [string, SceneBox]) =>
    box.kind === 'object'
      ? went.has(key)
      : box.kind === 'more'
        ? went.has(box.of)
        : box.members.every((it) => went.has(it));
  const left = without(
    scene,
    [...scene.boxes].filter(isGone).map(([key]) => key),
  );
  const remaining = (box: SceneBox): SceneBox =>
    box.kind === 'folded' ? { ...box, members: box.members.filter((it) => !went.has(it)) } : box;
  return {
    ...left,
    nodes: new Map([...scene.nodes].filter(([id]) => !went.has(id))),
    boxes: new Map([...left.boxes].map(([key, box]) => [key, remaining(box)])),
    edges: scene.edges.filter((edge) => !went.has(keyOf(edge)) && !went.has(edge.source) && !went.has(edge.target)),
    came: new Set(),
    went: new Set(),
  };
}

/** `2 edges came, 1 edge and 1 object went` @returns empty if nothing did */
export function changesText({ nodes, came, went }: Scene): string {
  const objects = [...went].filter((key) => nodes.has(key)).length;
  const gone = [...some(went.size - objects, 'edge'), ...some(objects, 'object')];
  return [
    ...some(came.size, 'edge').map((it) => `${it} came`),
    ...(gone.length > 0 ? [`${gone.join(' and ')} went`] : []),
  ].join(', ');
}

function some(count: number, one: string): string[] {
  return count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`];
}

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Graph, GraphEdge, GraphNode } from '../picture/graph.js';
import {
  added,
  folded,
  hidden,
  kindShown,
  leavesOf,
  marked,
  moved,
  noted,
  pinned,
  RefusedAct,
  unfolded,
  unhidden,
  withMore,
} from './acts.js';
import { addressOf } from './answers.js';
import { begun, done, type History, mostActs, redone, undone } from './history.js';
import { sceneOf, stateOf } from './kept.js';
import { boxBehind } from './moves.js';
import { emptyScene, linksOf, type Scene, shownLayers } from './scene.js';
import { type Placed, placed } from './scene-layout.js';
import { sceneShapes } from './scene-shapes.js';

const measure = (text: string) => 7 * Array.from(text).length;

const names = ['ADA@BIRCH.LOCAL', '<b>&"x"</b>', 'شركة@BIRCH.LOCAL', 'N'.repeat(200), ''];

function node(id: string, name = id): GraphNode {
  const marks = { isTierZero: false, isOwned: false, isDisabled: false, denials: 0, lastSeen: null };
  return { id, objectId: id, name, kind: 'User', ...marks };
}

function edge(source: string, target: string, kind = 'MemberOf'): GraphEdge {
  return { source, target, kind, lastSeen: null };
}

/** ADA is in two groups, of which one is in a third. */
const graph: Graph = {
  nodes: ['ADA', 'CREW', 'TEAM', 'TOP'].map((id) => node(id)),
  edges: [edge('ADA', 'CREW'), edge('ADA', 'TEAM'), edge('TEAM', 'TOP')],
};

const scene = added(added(emptyScene, { nodes: [node('ADA')], edges: [] }), graph);

const layersOf = (of: Scene) => shownLayers(of).map(([, keys]) => keys);

/** Objects 0 to 11 with edges between them. */
const graphs = fc
  .array(fc.tuple(fc.nat(11), fc.nat(11), fc.constantFrom('MemberOf', 'AdminTo')), { maxLength: 30 })
  .map((pairs): Graph => {
    const used = [...new Set(pairs.flatMap(([source, target]) => [source, target]))];
    return {
      nodes: used.map((id) => node(`${id}`, names[id % names.length])),
      edges: pairs.map(([source, target, kind]) => edge(`${source}`, `${target}`, kind)),
    };
  });

const acts = fc.oneof(
  graphs.map((more) => (it: Scene) => added(it, more)),
  fc.nat(11).map((id) => (it: Scene) => (it.nodes.has(`${id}`) ? withMore(it, `${id}`, 'out', 'Owns', 20) : it)),
  fc.nat(11).map((id) => (it: Scene) => (it.boxes.has(`${id}`) ? folded(it, leavesOf(it, `${id}`)) : it)),
  fc.nat(11).map((id) => (it: Scene) => unfolded(it, `folded ${id}`)),
  fc.nat(11).map((id) => (it: Scene) => (it.boxes.has(`${id}`) ? hidden(it, [`${id}`]) : unhidden(it))),
  fc.nat(11).map((id) => (it: Scene) => (it.boxes.has(`${id}`) ? marked(it, `${id}`) : it)),
  fc.tuple(fc.nat(11), fc.integer({ min: -300, max: 300 })).map(
    ([id, y]) =>
      (it: Scene) =>
        it.boxes.has(`${id}`) ? pinned(it, `${id}`, y) : it,
  ),
  fc.nat(11).map((id) => (it: Scene) => (it.boxes.has(`${id}`) ? noted(it, `${id}`, `note ${id}`) : it)),
  fc.boolean().map((isShown) => (it: Scene) => kindShown(it, 'AdminTo', isShown)),
  fc.tuple(fc.nat(11), fc.constantFrom('up', 'down', 'former', 'next')).map(
    ([id, to]) =>
      (it: Scene) =>
        it.boxes.has(`${id}`) ? moved(it, `${id}`, to) : it,
  ),
);
const stories = fc.array(acts, { maxLength: 12 });

const after = (story: readonly ((it: Scene) => Scene)[]) => story.reduce((it, act) => act(it), emptyScene);

function overlapsIn({ boxes }: Placed): string[] {
  return boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter((other) => one.x < other.x + other.width && other.x < one.x + one.width)
      .filter((other) => one.y < other.y + other.height && other.y < one.y + one.height)
      .map((other) => `${one.key} and ${other.key}`),
  );
}

describe('a picture that people explore', () => {
  it('puts neighbours into the layer beside their object', () => {
    expect(layersOf(scene)).toEqual([['ADA'], ['CREW', 'TEAM'], ['TOP']]);
    const more = { nodes: [node('BOSS')], edges: [edge('BOSS', 'ADA', 'AdminTo')] };
    expect(layersOf(added(scene, more, { of: 'ADA', direction: 'in' }))).toEqual([
      ['BOSS'],
      ['ADA'],
      ['CREW', 'TEAM'],
      ['TOP'],
    ]);
  });

  it('begins a part without an edge to the rest in the first layer, and only such a part', () => {
    const parts: Graph = {
      nodes: ['A', 'B', 'C', 'Z', 'TOP2'].map((id) => node(id)),
      edges: [edge('C', 'B'), edge('B', 'A'), edge('TOP', 'C')],
    };
    expect(layersOf(added(scene, parts))).toEqual([
      ['ADA', 'TOP2', 'Z'],
      ['CREW', 'TEAM'],
      ['TOP'],
      ['C'],
      ['B'],
      ['A'],
    ]);
  });

  it('folds the leaves of an object into one box, and unfolds them in their places', () => {
    const wide = added(scene, { nodes: [node('ZOO')], edges: [edge('ADA', 'ZOO')] }, { of: 'ADA', direction: 'out' });
    expect(leavesOf(wide, 'ADA')).toEqual(['CREW', 'ZOO']);
    const one = folded(wide, leavesOf(wide, 'ADA'));
    expect(layersOf(one)).toEqual([['ADA'], ['folded CREW', 'TEAM'], ['TOP']]);
    expect(linksOf(one).map(({ source, target, edges }) => [source, target, edges.length])).toContainEqual([
      'ADA',
      'folded CREW',
      2,
    ]);
    expect(layersOf(unfolded(one, 'folded CREW'))).toEqual([['ADA'], ['CREW', 'ZOO', 'TEAM'], ['TOP']]);
  });

  it('shows neighbours that are not loaded as one box with their number, until none is left', () => {
    const many = withMore(scene, 'TOP', 'in', 'MemberOf', 641);
    const drawn = placed(many, measure).boxes.map(({ name }) => name);
    expect(drawn).toContain('641 more by MemberOf');
    const none = withMore(many, 'TOP', 'in', 'MemberOf', 0);
    expect(layersOf(none)).toEqual(layersOf(scene));
  });

  it('hides, marks, moves and undoes', () => {
    expect(layersOf(hidden(scene, ['TEAM']))).toEqual([['ADA'], ['CREW'], ['TOP']]);
    expect(layersOf(moved(scene, 'CREW', 'down'))).toEqual([['ADA'], ['TEAM', 'CREW'], ['TOP']]);
    expect(layersOf(moved(scene, 'CREW', 'next'))).toEqual([['ADA'], ['TEAM'], ['TOP', 'CREW']]);
    expect([...marked(scene, 'CREW').marked, ...marked(marked(scene, 'CREW'), 'CREW').marked]).toEqual(['CREW']);
  });

  it('leads from box to box along lines and within layers', () => {
    const drawn = placed(scene, measure);
    const walk = (...steps: Parameters<typeof boxBehind>[2][]) =>
      steps.reduce<string | null>((key, step) => boxBehind(drawn, key, step), 'ADA');
    expect([walk('ArrowRight'), walk('ArrowRight', 'ArrowDown'), walk('End'), walk('End', 'ArrowLeft')]).toEqual([
      'CREW',
      'TEAM',
      'TOP',
      'TEAM',
    ]);
    expect([walk('ArrowLeft'), walk('End', 'Home'), boxBehind(drawn, null, 'ArrowUp')]).toEqual(['ADA', 'ADA', 'ADA']);
  });

  it('refuses more boxes than it has room for, with what to do', () => {
    const nodes = Array.from({ length: 3001 }, (_, id) => node(`N${id}`));
    expect(() => added(emptyScene, { nodes, edges: [] })).toThrow(RefusedAct);
    expect(() => added(emptyScene, { nodes, edges: [] })).toThrow('at most 3000 boxes. Hide or fold some');
  });

  it('has an address of at most 2,000 letters, and says if it lacks objects', () => {
    expect(addressOf(scene)).toEqual({ node: ['ADA', 'CREW', 'TEAM', 'TOP'], isWhole: true });
    const nodes = Array.from({ length: 200 }, (_, id) => node(`S-1-5-21-${id}`));
    const { node: fitting, isWhole } = addressOf(added(emptyScene, { nodes, edges: [] }));
    expect([isWhole, fitting.map((id) => `&node=${id}`).join('').length < 2000]).toEqual([false, true]);
  });

  it('draws no box over another, and each edge between shown boxes', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const it = after(story);
        const drawn = placed(it, measure);
        expect(overlapsIn(drawn)).toEqual([]);
        expect(drawn.boxes).toHaveLength(layersOf(it).flat().length);
        const shown = new Set(drawn.boxes.map(({ key }) => key));
        const between = it.edges.filter(
          (one) =>
            shown.has(one.source) &&
            shown.has(one.target) &&
            one.source !== one.target &&
            !it.hiddenKinds.has(one.kind),
        );
        const inLines = new Set(drawn.links.flatMap(({ edges }) => edges));
        expect(between.filter((one) => !inLines.has(one))).toEqual([]);
      }),
    );
  });

  it('keeps the layers and the order of what is shown when objects come', () => {
    fc.assert(
      fc.property(stories, graphs, (story, more) => {
        const it = after(story);
        const next = added(it, more);
        for (const [layer, keys] of it.layers)
          expect(next.layers.get(layer)!.filter((key) => keys.includes(key))).toEqual(keys);
      }),
    );
  });

  it('is the same after the same acts, and undo restores it', () => {
    fc.assert(
      fc.property(stories, (story) => {
        expect(placed(after(story), measure)).toEqual(placed(after(story), measure));
        let history: History = begun(emptyScene);
        for (const [at, act] of story.entries()) history = done(history, `${at}`, act(history.present.scene));
        const last = history;
        for (const _ of story) history = undone(history);
        expect(history.present).toEqual({ act: 'Begin', scene: emptyScene });
        for (const _ of story) history = redone(history);
        expect(history).toEqual(last);
      }),
    );
  });

  it('is opened as it was kept, by ids alone', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const it = after(story);
        const state = stateOf(it, null);
        expect(JSON.stringify(state)).not.toContain('BIRCH');
        const counts = new Map(state.boxes.map((_, at) => [at, 20]));
        const again = sceneOf(state, { nodes: [...it.nodes.values()], edges: it.edges }, counts);
        const layers = new Map([...it.layers].filter(([, keys]) => keys.length > 0));
        expect(again).toEqual({ ...it, layers });
      }),
    );
  });

  it('leaves out objects that are gone, and boxes of neighbours of which none are left', () => {
    const kept = stateOf(withMore(noted(scene, 'TOP', 'the end'), 'ADA', 'in', 'Owns', 20), null);
    const graph = { nodes: ['ADA', 'TOP'].map((id) => node(id)), edges: [] };
    const again = sceneOf(kept, graph, new Map());
    expect([layersOf(again), [...again.notes]]).toEqual([[['ADA'], ['TOP']], [['TOP', 'the end']]]);
  });

  it('undoes at most a hundred acts', () => {
    let history = begun(scene);
    for (let at = 0; at < mostActs + 20; at++) history = done(history, `${at}`, marked(history.present.scene, 'ADA'));
    expect(history.past).toHaveLength(mostActs);
  });

  it('has elements for what is in the window alone, at any zoom', () => {
    // Thirty layers of a hundred short names.
    const nodes = Array.from({ length: 3000 }, (_, id) => node(`N${id}`));
    const edges = nodes.slice(100).map(({ id }, at) => edge(`N${at}`, id));
    const large: Scene = {
      ...emptyScene,
      nodes: new Map(nodes.map((it) => [it.id, it])),
      edges,
      boxes: new Map(nodes.map(({ id }) => [id, { kind: 'object' }])),
      layers: new Map(
        Array.from({ length: 30 }, (_, layer) => [
          layer,
          nodes.slice(100 * layer, 100 * (layer + 1)).map(({ id }) => id),
        ]),
      ),
    };
    const drawn = placed(large, measure);
    const countOf = (zoom: number) => {
      const screen = { width: 1200, height: 700 };
      const window = { x: drawn.x, y: drawn.y, zoom };
      const looks = { scene: large, label: '', colourOf: () => undefined, focus: 'N0', line: null };
      const count = ({ children }: ReturnType<typeof sceneShapes>): number =>
        children.reduce((sum, child) => sum + (typeof child === 'string' ? 0 : count(child)), 1);
      return count(sceneShapes(drawn, window, screen, looks));
    };
    for (const zoom of [1, 0.6, 0.59, 0.4, 0.39, 0.25, 0.1, 0.05]) expect(countOf(zoom)).toBeLessThanOrEqual(4000);
  });
});

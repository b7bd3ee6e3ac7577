import { describe, expect, it } from '@jest/globals';
import type { GraphEdge, GraphNode } from '../picture/graph.js';
import { added, folded, hidden, keyOf, marked, withMore } from './acts.js';
import { begun, changed, done, undone } from './history.js';
import { changesText, compared, reloaded, withChanges } from './renewal.js';
import { emptyScene, type Scene, shownLayers } from './scene.js';
import { placed } from './scene-layout.js';
import { sceneShapes } from './scene-shapes.js';
import type { Shape } from '../picture/shapes.js';

function node(id: string, changes: Partial<GraphNode> = {}): GraphNode {
  const marks = { isTierZero: false, isOwned: false, isDisabled: false, denials: 0, lastSeen: null };
  return { id, objectId: id, name: id, kind: 'User', ...marks, ...changes };
}

function edge(source: string, target: string, kind = 'MemberOf'): GraphEdge {
  return { source, target, kind, lastSeen: null };
}

const all = ['ADA', 'CREW', 'TEAM'];
const edges = [edge('ADA', 'CREW'), edge('ADA', 'TEAM')];
const scene = added(added(emptyScene, { nodes: [node('ADA')], edges: [] }), {
  nodes: all.map((it) => node(it)),
  edges,
});

/** ADA left TEAM, CREW is in TEAM now, and ADA is owned. */
const present = {
  graph: {
    nodes: [node('ADA', { isOwned: true }), node('CREW'), node('TEAM')],
    edges: [edge('ADA', 'CREW'), edge('CREW', 'TEAM')],
  },
  asked: all,
  isWhole: true,
};

const keys = (of: ReadonlySet<string>) => [...of];
const layersOf = (of: Scene) => shownLayers(of).map(([, own]) => own);

describe('a picture of a graph that has changed since', () => {
  const newer = compared(scene, present);

  it('marks what came and went, keeps all boxes, and shows objects as they are now', () => {
    expect([keys(newer.came), keys(newer.went)]).toEqual([[keyOf(edge('CREW', 'TEAM'))], [keyOf(edge('ADA', 'TEAM'))]]);
    expect(layersOf(newer)).toEqual(layersOf(scene));
    expect(newer.nodes.get('ADA')?.isOwned).toBe(true);
    expect(changesText(newer)).toBe('1 edge came, 1 edge went');
    expect(compared(newer, present)).toEqual(newer);
  });

  it('marks objects that are gone, and counts them apart', () => {
    const { graph } = present;
    const without = compared(newer, {
      ...present,
      graph: { nodes: graph.nodes.slice(0, 2), edges: [edge('ADA', 'CREW')] },
    });
    expect(keys(without.went)).toEqual([keyOf(edge('ADA', 'TEAM')), 'TEAM', keyOf(edge('CREW', 'TEAM'))]);
    expect(changesText(without)).toBe('2 edges and 1 object went');
    // They are back.
    expect(compared(without, present).went).toEqual(newer.went);
  });

  it('does not take for gone what was not asked for, or left out of a large answer', () => {
    expect(keys(compared(scene, { ...present, asked: ['ADA', 'CREW'] }).went)).toEqual([]);
    expect(keys(compared(scene, { ...present, isWhole: false }).went)).toEqual([]);
  });

  it('says so in words and signs, not by colour alone', () => {
    const drawn = placed(newer, (text) => 7 * text.length);
    const looks = { scene: newer, label: '', colourOf: () => undefined, focus: null, line: null };
    const screen = { width: 2000, height: 2000 };
    const textsOf = ({ children }: Shape): string[] =>
      children.flatMap((child) => (typeof child === 'string' ? [child] : textsOf(child)));
    const texts = textsOf(sceneShapes(drawn, { x: -500, y: -500, zoom: 1 }, screen, looks));
    expect(texts.filter((it) => it.includes('MemberOf'))).toEqual([
      'ADA – MemberOf → CREW',
      'MemberOf',
      'ADA – MemberOf → TEAM, went',
      '− MemberOf',
      'CREW – MemberOf → TEAM, came',
      '+ MemberOf',
    ]);
  });

  it('is the present graph once it is reloaded', () => {
    const after = reloaded(newer);
    expect(after.edges.map(keyOf)).toEqual([edge('ADA', 'CREW'), edge('CREW', 'TEAM')].map(keyOf));
    expect([after.came.size, after.went.size, changesText(after)]).toEqual([0, 0, '']);
    expect(reloaded(after)).toBe(after);
  });

  it('has no box of what is gone once it is reloaded, be it folded, hidden, marked or not loaded', () => {
    const more = { nodes: ['X', 'Y', 'Z'].map((id) => node(id)), edges: ['X', 'Y', 'Z'].map((it) => edge('TEAM', it)) };
    const acts = [
      (it: Scene) => folded(added(it, more), ['X', 'Y']),
      (it: Scene) => withMore(it, 'CREW', 'in', 'MemberOf', 20),
      (it: Scene) => marked(hidden(it, ['CREW']), 'TEAM'),
    ];
    const large = acts.reduce((it, act) => act(it), scene);
    const asked = [...large.nodes.keys()];
    const left = { nodes: ['ADA', 'Y', 'Z'].map((id) => node(id)), edges: [] };
    const after = reloaded(compared(large, { graph: left, asked, isWhole: true }));
    expect([[...after.nodes.keys()], [...after.boxes]]).toEqual([
      ['ADA', 'Y', 'Z'],
      [
        ['ADA', { kind: 'object' }],
        ['Z', { kind: 'object' }],
        ['folded X', { kind: 'folded', members: ['Y'] }],
      ],
    ]);
    expect([after.hidden.size, after.marked.size, after.edges]).toEqual([0, 0, []]);
    expect(layersOf(after)).toEqual([['ADA'], ['folded X', 'Z']]);
  });

  it('is compared in all acts, so that undo shows the present graph, too', () => {
    const acts = undone(done(begun(scene), 'Marked', marked(scene, 'ADA')));
    const { present: now, future } = changed(acts, (it) => compared(it, present));
    expect(now).toEqual({ act: 'Begin', scene: newer });
    expect(future).toEqual([{ act: 'Marked', scene: marked(newer, 'ADA') }]);
  });

  it('is opened with the changes that the service knows', () => {
    const opened = withChanges({ ...scene, edges: present.graph.edges }, [
      { change: 'came', source: 'CREW', kind: 'MemberOf', target: 'TEAM' },
      { change: 'came', source: 'CREW', kind: 'Owns', target: 'TEAM' },
      { change: 'went', source: 'ADA', kind: 'MemberOf', target: 'TEAM' },
      { change: 'went', source: 'ADA', kind: 'MemberOf', target: 'NOT SHOWN' },
    ]);
    expect(opened.edges.map(keyOf).toSorted()).toEqual(newer.edges.map(keyOf).toSorted());
    expect([opened.came, opened.went]).toEqual([newer.came, newer.went]);
  });
});

import { expect, it } from '@jest/globals';
import { edge, measure, node as graphNode } from './graph.fixture.js';
import { type Graph, graphOf, originOf, withUnknownReach } from './graph.js';
import { layout } from './layout.js';
import { type Shape, shapesOf } from './shapes.js';

const node = (properties: Record<string, unknown>) => ({
  label: 'PC1',
  kind: 'Computer',
  kinds: ['Computer'],
  objectId: 'S-1',
  isTierZero: false,
  isOwnedObject: false,
  lastSeen: '2026-11-23T00:00:00.000Z',
  properties,
});

it('adds the counts of unusual entries that deny rights', () => {
  const nodes = {
    1: node({}),
    2: node({ customexplicitdenyacescount: 2 }),
    3: node({ customexplicitdenyacescount: 2, custominheriteddenyacescount: 3 }),
  };
  expect(graphOf({ nodes, edges: [], truncated: false }).nodes.map(({ denials }) => denials)).toEqual([0, 2, 5]);
});

it('adds one node in place of all that the account does not see', () => {
  const stub = { hidden: true, sources: ['1'], targets: ['2'] } as const;
  const graph = graphOf({ nodes: { 1: node({}), 2: node({}) }, edges: [], truncated: false, stub });
  expect(graph.nodes[2]).toMatchObject({
    objectId: '',
    name: 'hidden objects',
    kind: '',
    isUnknown: true,
  });
  expect(graph.edges).toEqual([
    { source: '1', target: 'hidden', kind: '', lastSeen: null },
    { source: 'hidden', target: '2', kind: '', lastSeen: null },
  ]);
  expect(graph.edges.map(originOf)).toEqual(['', '']);
  const picture = layout(graph, { starts: ['1'], ends: ['2'] }, { width: 1000, isVertical: false, measure });
  const { children } = shapesOf(picture, { label: 'Picture', sentenceOf: () => 'leads to' });
  const classes = children.flatMap((child) => (typeof child === 'string' ? [] : [child.attributes['class']]));
  expect(classes.filter((it) => it === 'line unknown')).toHaveLength(2);
});

const unknownIn = (holder: string, unit: string) => ({
  holder: `S-${holder}`,
  scope: unit,
  scope_name: `NAME OF ${unit}`,
});
const known: Graph = { nodes: [graphNode('ADA'), graphNode('T')], edges: [edge('ADA', 'GenericAll', 'T')] };

it('adds one node for each unit whose members are not known, of holders in the graph', () => {
  const graph = withUnknownReach(known, [unknownIn('ADA', 'U1'), unknownIn('ADA', 'U1'), unknownIn('EVE', 'U2')]);
  expect(graph.nodes.slice(2).map(({ id, name, isUnknown }) => [id, name, isUnknown])).toEqual([
    ['U1', 'some users or groups of NAME OF U1, unknown', true],
  ]);
  expect(graph.edges.slice(1)).toEqual([{ source: 'ADA', target: 'U1', kind: 'AZScopedTo', lastSeen: null }]);
});

it('draws what is not known dashed, and nothing else', () => {
  const graph = withUnknownReach(known, [unknownIn('ADA', 'U1')]);
  const picture = layout(graph, { starts: [], ends: ['T'] }, { width: 800, isVertical: false, measure });
  const { children } = shapesOf(picture, { label: 'Paths', sentenceOf: (kind) => kind });
  const classes = children
    .filter((it): it is Shape => typeof it !== 'string')
    .map(({ attributes }) => attributes['class']);
  expect(classes.map(String).toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
    'box',
    'box',
    'box unknown',
    'ground',
    'line',
    'line unknown',
  ]);
});

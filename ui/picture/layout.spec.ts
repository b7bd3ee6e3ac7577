import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { boxHeight, boxWidth, type Picture } from './bundles.js';
import { edge, frozenEstate, measure, node } from './graph.fixture.js';
import { type Graph, sinksOf } from './graph.js';
import { layout } from './layout.js';

const wide = { width: 1200, isVertical: false, measure };
const narrow = { width: 390, isVertical: true, measure };

const nodes = fc.uniqueArray(
  fc.record({ id: fc.nat(60), kind: fc.constantFrom('User', 'Group'), isTierZero: fc.boolean() }),
  {
    selector: ({ id }) => id,
    minLength: 1,
    maxLength: 60,
  },
);

/** Graphs of all forms: with cycles, loops, parallel edges, and parts that are not connected. */
const graphs: fc.Arbitrary<Graph> = nodes.chain((drawn) => {
  const ids = fc.constantFrom(...drawn.map(({ id }) => `${id}`));
  const edges = fc.array(fc.tuple(ids, fc.constantFrom('MemberOf', 'GenericAll', 'Owns'), ids), { maxLength: 150 });
  return edges.map((list) => ({
    nodes: drawn.map(({ id, kind, isTierZero }) => node(`${id}`, kind, { isTierZero, name: `N${id % 7}@BIRCH` })),
    edges: list.map(([source, kind, target]) => edge(source, kind, target)),
  }));
});

const cases = fc.record({
  graph: graphs,
  roots: fc.array(fc.nat(60).map(String), { maxLength: 4 }),
  isForward: fc.boolean(),
  space: fc.constantFrom(wide, narrow),
});

const endsOf = (isForward: boolean, roots: readonly string[]) =>
  isForward ? { starts: roots, ends: [] } : { starts: [], ends: roots };

function overlapping({ boxes }: Picture): number {
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => Math.abs(one.x - other.x) < boxWidth && Math.abs(one.y - other.y) < boxHeight),
  ).length;
}

function largestLayer({ boxes }: Picture): number {
  return Math.max(...boxes.map(({ layer }) => boxes.filter((other) => other.layer === layer).length));
}

/** A node with two edges to each of its neighbours. */
const fan = (count: number) => {
  const ends = Array.from({ length: count }, (_, index) => node(`E${index}`, `Kind${index}`));
  const edges = ends.flatMap(({ id }) => [edge('S', 'Owns', id), edge('S', 'GenericAll', id)]);
  return layout({ nodes: [node('S'), ...ends], edges }, { starts: ['S'], ends: [] }, wide);
};

const staff = (count: number) => Array.from({ length: count }, (_, index) => node(`U${index}`, 'User'));

const staffLabels = (count: number) =>
  layout(
    { nodes: [node('G'), ...staff(count)], edges: staff(count).map(({ id }) => edge(id, 'MemberOf', 'G')) },
    { starts: [], ends: ['G'] },
    wide,
  ).boxes.map(({ layer, label }) => `${layer} ${label}`);

describe(layout.name, () => {
  it('puts each node into one box and each edge into the line between the boxes of its ends', () => {
    fc.assert(
      fc.property(cases, ({ graph, roots, isForward, space }) => {
        const { boxes, lines } = layout(graph, endsOf(isForward, roots), space);
        const ids = boxes.flatMap((box) => box.nodes.map(({ id }) => id));
        expect(ids.toSorted()).toEqual(graph.nodes.map(({ id }) => id).toSorted());
        const boxOf = new Map(boxes.flatMap((box) => box.nodes.map(({ id }) => [id, box.id])));
        const drawn = lines.flatMap((line) => line.edges.map((it) => [line.source, line.target, it.kind].join(' ')));
        const expected = graph.edges.map((it) => [boxOf.get(it.source), boxOf.get(it.target), it.kind].join(' '));
        expect(drawn.toSorted()).toEqual(expected.toSorted());
        expect(new Set(lines.map(({ source, target }) => `${source} ${target}`)).size).toBe(lines.length);
      }),
    );
  });

  it('draws at most twelve boxes a layer, inside of the picture, which do not overlap', () => {
    fc.assert(
      fc.property(cases, ({ graph, roots, isForward, space }) => {
        const picture = layout(graph, endsOf(isForward, roots), space);
        expect(overlapping(picture)).toBe(0);
        expect(largestLayer(picture)).toBeLessThanOrEqual(12);
        for (const { x, y } of picture.boxes) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
          expect(x + boxWidth).toBeLessThanOrEqual(picture.width);
          expect(y + boxHeight).toBeLessThanOrEqual(picture.height);
        }
      }),
    );
  });

  it('draws the same picture whatever the order of nodes and edges', () => {
    const shuffled = cases.chain((it) =>
      fc.record({
        it: fc.constant(it),
        nodes: fc.shuffledSubarray([...it.graph.nodes], { minLength: it.graph.nodes.length }),
        edges: fc.shuffledSubarray([...it.graph.edges], { minLength: it.graph.edges.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ it: { graph, roots, isForward, space }, nodes, edges }) => {
        const ends = endsOf(isForward, roots);
        expect(layout({ nodes, edges }, ends, space)).toEqual(layout(graph, ends, space));
      }),
    );
  });

  it('bundles equal nodes, and merges what is too much for a layer', () => {
    const estate = frozenEstate();
    const picture = layout(estate, { starts: [], ends: sinksOf(estate) }, wide);
    expect([estate.nodes.length, estate.edges.length]).toEqual([2221, 2417]);
    expect([picture.boxes.length, largestLayer(picture), picture.height]).toEqual([51, 12, 556]);
  });

  it('bundles four nodes of one kind with the same neighbours, and not three', () => {
    expect(staffLabels(3)).toEqual(['0 U0', '0 U1', '0 U2', '1 G']);
    expect(staffLabels(4)).toEqual(['0 4 × User', '1 G']);
    expect(staffLabels(1234)).toEqual(['0 1,234 × User', '1 G']);
  });

  it('keeps tier zero and the boxes with the most nodes behind them', () => {
    const groups = Array.from({ length: 20 }, (_, index) =>
      node(`G${index}`, index === 19 ? 'OU' : 'Group', { isTierZero: index === 18 }),
    );
    const users = groups.flatMap(({ id }, index) =>
      Array.from({ length: index === 18 ? 1 : 4 + index }, (_, at) => [node(`${id}U${at}`, 'User'), id] as const),
    );
    const graph = {
      nodes: [node('D', 'Domain'), ...groups, ...users.map(([user]) => user)],
      edges: [
        ...users.map(([{ id }, group]) => edge(id, 'MemberOf', group)),
        ...groups.map(({ id }, index) => edge(id, `Right${index}`, 'D')),
      ],
    };
    const { boxes } = layout(graph, { starts: [], ends: ['D'] }, wide);
    const layer = boxes.filter((box) => box.layer === 1);
    expect(layer.map(({ label }) => label).toSorted()).toEqual(
      ['G19', 'G18', 'G17', 'G16', 'G15', 'G14', 'G13', 'G12', 'G11', 'G10', 'G9', '9 more'].toSorted(),
    );
    expect(layer.find(({ isRest }) => isRest)?.nodes).toHaveLength(9);
  });

  it('counts layers from the start, and puts the ends last', () => {
    const graph = {
      nodes: [node('ADA', 'User'), node('OPS'), node('BIRCH', 'Domain'), node('LONE')],
      edges: [
        edge('ADA', 'MemberOf', 'OPS'),
        edge('OPS', 'GetChanges', 'BIRCH'),
        edge('ADA', 'GetChangesAll', 'BIRCH'),
      ],
    };
    const layers = (ends: Parameters<typeof layout>[1]) =>
      layout(graph, ends, wide)
        .boxes.map(({ layer, id }) => `${layer} ${id}`)
        .toSorted();
    expect(layers({ starts: ['ADA'], ends: ['BIRCH'] })).toEqual(['0 ADA', '0 LONE', '1 OPS', '2 BIRCH']);
    expect(layers({ starts: ['ADA'], ends: [] })).toEqual(['0 ADA', '0 LONE', '1 BIRCH', '1 OPS']);
    expect(layers({ starts: [], ends: ['BIRCH'] })).toEqual(['0 ADA', '0 OPS', '1 BIRCH', '1 LONE']);
  });

  it('merges the kinds between two boxes, and shows labels of up to 60 lines that do not overlap', () => {
    expect(fan(2).lines.map(({ kinds, label }) => [kinds, label.text, label.isShown])).toEqual([
      [['GenericAll', 'Owns'], 'GenericAll +1', true],
      [['GenericAll', 'Owns'], 'GenericAll +1', true],
    ]);
    const shown = fan(12).lines.map(({ label }) => label);
    expect(shown.filter(({ isShown }) => isShown)).toHaveLength(12);
    // 8 margin, 150 box, 91 label + 34, 150 box, 8 margin
    expect(fan(2).width).toBe(441);
  });

  it('shows no two labels on each other', () => {
    fc.assert(
      fc.property(cases, ({ graph, roots, isForward, space }) => {
        const { lines } = layout(graph, endsOf(isForward, roots), space);
        const labels = lines.map(({ label }) => label).filter(({ isShown }) => isShown);
        const overlaps = labels.flatMap((one, index) =>
          labels.slice(index + 1).filter((other) => {
            const widths = (measure(one.text) + measure(other.text)) / 2;
            return Math.abs(one.x - other.x) < widths && Math.abs(one.y - other.y) < 14;
          }),
        );
        expect(overlaps).toEqual([]);
      }),
    );
  });

  it('orders the boxes of a layer so that lines do not cross', () => {
    const names = ['A', 'B', 'C', 'D'];
    const layers = ['1', '2', '3'].map((layer) => names.map((name) => node(`${name}${layer}`, `${name}${layer}`)));
    const edges = names.flatMap((name, index) => [
      edge(`${name}1`, 'Owns', `${names[3 - index]}2`),
      edge(`${names[3 - index]}2`, 'Owns', `${names[(index + 2) % 4]}3`),
    ]);
    const { boxes, lines } = layout(
      { nodes: layers.flat(), edges },
      { starts: ['A1', 'B1', 'C1', 'D1'], ends: [] },
      wide,
    );
    const height = new Map(boxes.map(({ id, y }) => [id, y]));
    expect(lines.filter(({ source, target }) => height.get(source) !== height.get(target))).toEqual([]);
  });

  it.each([
    ['more than 60 lines', 9],
    ['more than 24 lines between two layers', 5],
  ])('leaves labels out of a picture with %s', (_, count) => {
    const from = Array.from({ length: count }, (_, index) => node(`A${index}`, `${index}`));
    const to = from.map(({ kind }) => node(`B${kind}`, kind));
    const edges = from.flatMap(({ id }) => to.map((end) => edge(id, `From${id}`, end.id)));
    const { lines, width } = layout(
      { nodes: [...from, ...to], edges },
      { starts: from.map(({ id }) => id), ends: [] },
      wide,
    );
    expect([lines.length, lines.filter(({ label }) => label.isShown).length]).toEqual([count * count, 0]);
    expect(width).toBe(8 + 150 + 56 + 150 + 8);
  });

  it('goes from top to bottom in a narrow space, with as many boxes beside each other as fit', () => {
    const ends = Array.from({ length: 5 }, (_, index) => node(`E${index}`, `Kind${index}`));
    const graph = { nodes: [node('S'), ...ends], edges: ends.map(({ id }) => edge('S', 'Owns', id)) };
    const { boxes, width, height } = layout(graph, { starts: ['S'], ends: [] }, narrow);
    expect(boxes.map(({ id, x, y }) => `${id} ${x} ${y}`)).toEqual([
      'S 89 8',
      'E0 8 98',
      'E1 170 98',
      'E2 8 144',
      'E3 170 144',
      'E4 89 190',
    ]);
    expect([width, height]).toEqual([328, 232]);
  });
});

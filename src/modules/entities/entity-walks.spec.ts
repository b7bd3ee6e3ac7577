import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { uninterrupted } from '../../graph/questions/interrupt.js';
import { entityCounts } from '../../graph/questions/walks/entity-counts.js';
import { entityList } from '../../graph/questions/walks/entity-list.js';
import { type EntitySubgraph, subgraphOf } from '../../graph/questions/walks/entity-subgraph.js';
import { inPlaces, type WalkFrom } from '../../graph/questions/walks/walk.js';
import { graphOf, PlainWalk, worldFor } from '../../graph/questions/walks/walks.reference.fixture.js';
import { cloudKinds } from './cloud-table.js';
import { directoryKinds } from './directory-table.js';

const rows = [...directoryKinds, ...cloudKinds].flatMap(({ path, lists }) =>
  lists.map((list) => ({ row: `${path}/${list.name}`, walk: list.walk })),
);

/** Each walk once, by the first row that has it. */
const walks = [...new Map(rows.toReversed().map((row) => [JSON.stringify(row.walk), row])).values()];

const order = fc.array(
  fc.record({ by: fc.constantFrom('name' as const, 'objectid' as const, 'label' as const), descending: fc.boolean() }),
  { maxLength: 3 },
);

const asked = fc.record({
  start: fc.integer({ min: 1, max: 6 }),
  environment: fc.constantFrom('D1', 'D2', 'D3'),
  among: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 6 })), { freq: 5, nil: undefined }),
  except: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 6 })), { freq: 5, nil: undefined }),
  within: fc.option(fc.subarray(['D1', 'D2', 'D3']), { freq: 5, nil: undefined }),
  page: fc.record({ skip: fc.nat(4), limit: fc.nat(6), order }),
  maxNodes: fc.integer({ min: 1, max: 10 }),
});

it('has every list of the reference product, and seven about sites', () => {
  expect(directoryKinds.flatMap(({ lists }) => lists)).toHaveLength(74 + 7);
  expect(new Set(rows.map(({ row }) => row)).size).toBe(rows.length);
});

describe.each(walks)('the list $row', ({ walk }) => {
  it('equals a naive walk: its results, pages, count, and paths', () => {
    fc.assert(
      fc.property(worldFor(walk), asked, (world, { page, maxNodes, among, except, within, ...rest }) => {
        const limits = { ...(among && { among }), ...(except && { except }), ...(within && { within }) };
        const from: WalkFrom = { walk, ...rest, ...limits };
        const graph = graphOf(world);
        const plain = new PlainWalk(world, from);
        const labelRanks = Object.fromEntries(world.nodes.map(({ kind }) => [kind, (kind * 13) % 101]));
        const rankOf = (id: number, by: string) =>
          by === 'name'
            ? world.nodes[id - 1]!.nameRank
            : by === 'objectid'
              ? (id * 7) % 11
              : labelRanks[world.nodes[id - 1]!.kind]!;
        const sorted = plain.results.toSorted((one, other) => {
          for (const { by, descending } of page.order) {
            const difference = rankOf(one, by) - rankOf(other, by);
            if (difference) return descending ? -difference : difference;
          }
          return page.order.at(-1)?.descending ? other - one : one - other;
        });
        const ids = sorted.slice(page.skip, page.skip + page.limit);
        expect(entityList(graph, { ...from, page, labelRanks }, uninterrupted)).toEqual({ count: sorted.length, ids });
        const both = [from, { ...from, among: [1, 2] }];
        expect(entityCounts(graph, { start: from.start, walks: both }, uninterrupted)).toEqual({
          ids: [from.start],
          counts: [sorted.length, new PlainWalk(world, { ...from, among: [1, 2] }).results.length],
        });
        expectSubgraph(subgraphOf(graph, inPlaces(graph, from), 100, uninterrupted), plain, 100);
        expectSubgraph(subgraphOf(graph, inPlaces(graph, from), maxNodes, uninterrupted), plain, maxNodes);
      }),
      { numRuns: 40 },
    );
  });
});

/** Exactly the edges on walks to results, among the nodes that are shown. */
function expectSubgraph({ ids, edges, truncated }: EntitySubgraph, plain: PlainWalk, maxNodes: number): void {
  expect(new Set(ids).size).toBe(Math.min(plain.nodes.size, maxNodes));
  expect(ids).toHaveLength(Math.min(plain.nodes.size, maxNodes));
  expect(truncated).toBe(plain.nodes.size > maxNodes);
  expect(ids.filter((id) => !plain.nodes.has(id))).toEqual([]);
  const shown = [...plain.edges].filter((edge) => {
    const [source, , target] = edge.split(' ').map(Number);
    return ids.includes(source!) && ids.includes(target!);
  });
  expect(edges.map((edge) => edge.join(' ')).toSorted()).toEqual(shown.toSorted());
}

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { EntityPageRequest } from '../graph-reader.js';
import { type Change, computerCount, FollowedGraph, firstComputer, range } from './followed-graph.fixture.js';
import { adminTo, type Edge, memberOf } from './snapshot-data.fixture.js';

const [user, other, everywhere, many, few] = [1, 2, 3, 4, 5] as const;
const holders = [user, other, everywhere, many, few];

const ascending = [{ by: 'name', descending: false }] as const;
const orders: readonly EntityPageRequest['order'][] = [
  ascending,
  [{ by: 'name', descending: true }],
  [{ by: 'objectid', descending: false }],
  [{ by: 'objectid', descending: true }],
  [{ by: 'label', descending: true }],
  [
    { by: 'name', descending: false },
    { by: 'objectid', descending: true },
  ],
];

/** One group administers every computer, one forty, one two. */
const rights: readonly Edge[] = [
  ...range(firstComputer, computerCount).map((id) => adminTo(everywhere, id)),
  ...range(firstComputer + 100, 40).map((id) => adminTo(many, id)),
  ...range(firstComputer + 130, 2).map((id) => adminTo(few, id)),
];

const computer = fc.integer({ min: firstComputer, max: firstComputer + computerCount + 3 });
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('toggle' as const),
      edge: fc.oneof(
        fc.tuple(fc.constantFrom(...holders), computer).map(([source, target]) => adminTo(source, target)),
        fc
          .tuple(fc.constantFrom(...holders), fc.constantFrom(everywhere, many, few))
          .map(([source, target]) => memberOf(source, target)),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('rename' as const),
      id: computer,
      name: fc.constantFrom('A', 'PC-100', 'Z'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('disguise' as const, 'delete' as const, 'create' as const),
      id: computer,
    }),
  },
);

const question = fc.record({
  principal: fc.constantFrom(...holders),
  order: fc.constantFrom(...orders),
  skip: fc.oneof(fc.nat(5), fc.nat(computerCount)),
  limit: fc.nat(12),
});

describe('GraphSnapshot', () => {
  it('answers as a plain search does, whatever changed and whatever was asked before', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(change, fc.array(question, { maxLength: 3 })), { maxLength: 12 }), (steps) => {
        const graph = new FollowedGraph(holders, [...rights, memberOf(user, many), memberOf(other, few)]);
        for (const [step, questions] of steps) {
          graph.write(step);
          for (const asked of questions)
            expect(graph.snapshot.adminRights(asked.principal, asked)).toEqual(graph.expected(asked.principal, asked));
        }
      }),
    );
  });

  it.each(orders.map((order) => [JSON.stringify(order), order] as const))('gives every page by %s', (_, order) => {
    const graph = new FollowedGraph(holders, [...rights, memberOf(user, everywhere), memberOf(other, many)]);
    for (const principal of [user, other, few]) {
      for (const skip of [0, 1, 20, 39, 40, 299, 300, 590, 599, 600]) {
        const request = { skip, limit: 10, order };
        expect(graph.snapshot.adminRights(principal, request)).toEqual(graph.expected(principal, request));
      }
    }
  });

  describe('where a user is in a group of many rights, and was asked about', () => {
    const page = { skip: 0, limit: 3, order: ascending };
    /** The first by name of those that the group administers. */
    const [first, second, third, fourth] = [200, 238, 211, 222];

    function asked(): FollowedGraph {
      const graph = new FollowedGraph(holders, [...rights, memberOf(user, many)]);
      expect(graph.snapshot.adminRights(user, page)).toEqual({ count: 40, ids: [first, second, third] });
      return graph;
    }

    it.each<{ title: string; change: Change; count: number; ids: readonly number[] }>([
      {
        title: 'loses a computer with its group',
        change: { do: 'toggle', edge: adminTo(many, second) },
        count: 39,
        ids: [first, third, fourth],
      },
      {
        title: 'gains a computer with its group',
        change: { do: 'toggle', edge: adminTo(many, 400) },
        count: 41,
        ids: [first, 400, second],
      },
      {
        title: 'loses all with its membership',
        change: { do: 'toggle', edge: memberOf(user, many) },
        count: 0,
        ids: [],
      },
      {
        title: 'gains all with a membership of its group',
        change: { do: 'toggle', edge: memberOf(many, everywhere) },
        count: 600,
        ids: [200, 400, 600],
      },
      {
        title: 'finds a renamed computer elsewhere',
        change: { do: 'rename', id: second, name: 'A' },
        count: 40,
        ids: [second, first, third],
      },
      {
        title: 'finds its computers where others were renamed before them',
        change: { do: 'rename', id: 699, name: 'A' },
        count: 40,
        ids: [first, second, third],
      },
      {
        title: 'misses a deleted computer',
        change: { do: 'delete', id: first },
        count: 39,
        ids: [second, third, fourth],
      },
      {
        title: 'misses a computer that turned out to be something else',
        change: { do: 'disguise', id: third },
        count: 39,
        ids: [first, second, fourth],
      },
      {
        title: 'finds its computers where another was created before them',
        change: { do: 'create', id: 800 },
        count: 40,
        ids: [first, second, third],
      },
    ])('$title', ({ change: written, count, ids }) => {
      const graph = asked();
      graph.write(written);
      expect(graph.snapshot.adminRights(user, page)).toEqual({ count, ids });
    });

    it('finds a computer that was something else when its group got the right', () => {
      const graph = asked();
      graph.write({ do: 'disguise', id: 400 });
      graph.write({ do: 'toggle', edge: adminTo(many, 400) });
      expect(graph.snapshot.adminRights(user, page).count).toBe(40);
      graph.write({ do: 'create', id: 400 });
      expect(graph.snapshot.adminRights(user, page)).toEqual({ count: 41, ids: [first, 400, second] });
    });
  });
});

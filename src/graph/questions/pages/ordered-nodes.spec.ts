import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type NodeOrder, OrderedNodes } from './ordered-nodes.js';

const rank = fc.constantFrom('nameRank' as const, 'objectidRank' as const);

const order: fc.Arbitrary<NodeOrder> = fc.record({
  by: fc.array(fc.record({ rank, descending: fc.boolean() }), { maxLength: 2 }),
  idDescending: fc.boolean(),
});

const page = fc.record({ skip: fc.nat(2200), limit: fc.nat(700) });

it('returns the pages of a sorted list, whichever are read before', () => {
  const ranks = fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.double({ noNaN: true })), { maxLength: 2000 });
  fc.assert(
    fc.property(ranks, order, fc.array(page, { maxLength: 6 }), (all, by, pages) => {
      const nodes = all.map((_, index) => index).toReversed();
      const rankOf = (node: number, which: string) => all[node]![which === 'nameRank' ? 0 : 1];
      const sorted = nodes.toSorted((one, other) => {
        for (const { descending, ...ranking } of by.by) {
          const which = 'rank' in ranking ? ranking.rank : '';
          const difference = rankOf(one, which) - rankOf(other, which);
          if (difference !== 0) return descending ? -difference : difference;
        }
        return by.idDescending ? other - one : one - other;
      });
      const graph = { ranks: (which: string) => (node: number) => rankOf(node, which), kindOf: () => 0 };
      const ordered = new OrderedNodes(graph, Int32Array.from(nodes), by);
      for (const { skip, limit } of pages)
        expect(ordered.page({ skip, limit })).toEqual(sorted.slice(skip, skip + limit));
    }),
    { numRuns: 300 },
  );
});

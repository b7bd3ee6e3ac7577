import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { MemoryGraph } from '../memory/memory-graph.js';
import { type NodeOrder, pageOf } from './page-of.js';

const rank = fc.constantFrom('nameRank' as const, 'objectidRank' as const);

const order: fc.Arbitrary<NodeOrder> = fc.record({
  by: fc.array(fc.record({ rank, descending: fc.boolean() }), { maxLength: 2 }),
  idDescending: fc.boolean(),
});

it('equals the page of a sorted list', () => {
  const ranks = fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.double({ noNaN: true })), { maxLength: 2000 });
  fc.assert(
    fc.property(ranks, order, fc.nat(400), fc.nat(300), (all, by, skip, limit) => {
      const nodes = all.map((_, index) => index).toReversed();
      const rankOf = (node: number, which: string) => all[node]![which === 'nameRank' ? 0 : 1];
      const sorted = nodes.toSorted((one, other) => {
        for (const { rank: which, descending } of by.by) {
          const difference = rankOf(one, which) - rankOf(other, which);
          if (difference !== 0) return descending ? -difference : difference;
        }
        return by.idDescending ? other - one : one - other;
      });
      const graph = { ranks: (which: string) => (node: number) => rankOf(node, which) } as unknown as MemoryGraph;
      expect(pageOf(graph, Int32Array.from(nodes), by, { skip, limit })).toEqual(sorted.slice(skip, skip + limit));
    }),
    { numRuns: 300 },
  );
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rankingFor, rankingsOf } from './ranking.js';

const computers = fc
  .uniqueArray(fc.record({ objectid: fc.nat(99), name: fc.nat(3) }), {
    selector: ({ objectid }) => objectid,
    maxLength: 20,
  })
  .chain((list) => fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }))
  // Numbers follow the names, then the ids.
  .map((list) => list.map((computer, id) => ({ ...computer, id })).toSorted((a, b) => a.name - b.name || a.id - b.id));

const order = fc.array(
  fc.record({ by: fc.constantFrom('name' as const, 'objectid' as const, 'label' as const), descending: fc.boolean() }),
  { maxLength: 4 },
);

describe('rankings of computers', () => {
  it('give every order that SQL gives, ties and all', () => {
    fc.assert(
      fc.property(computers, order, (list, columns) => {
        const ranks = (key: 'objectid' | 'name' | 'id') =>
          Int32Array.from(list, (one) => new Set(list.map((it) => it[key]).filter((it) => it < one[key])).size + 1);
        const rankings = rankingsOf({ name: ranks('name'), objectid: ranks('objectid'), id: ranks('id') });
        const { name, descending } = rankingFor(columns);
        const numbers = Int32Array.from(list.keys());
        const { atRank, rankOf } = name ? rankings[name] : { atRank: numbers, rankOf: numbers };
        const last = columns.at(-1)?.descending ? -1 : 1;
        const sorted = list.toSorted((a, b) => {
          for (const { by, descending: down } of columns) {
            const difference = by === 'label' ? 0 : a[by] - b[by];
            if (difference) return down ? -difference : difference;
          }
          return (a.id - b.id) * last;
        });
        expect(Array.from(descending ? atRank.toReversed() : atRank, (number) => list[number]?.id)).toEqual(
          sorted.map(({ id }) => id),
        );
        expect([...atRank].map((number) => rankOf[number])).toEqual(list.map((_, rank) => rank));
      }),
    );
  });
});

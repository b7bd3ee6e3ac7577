import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { adjacencyOf } from './adjacency.js';
import { EdgeBuffer } from './edge-columns.js';

const slots = 4;

const edge = fc.tuple(
  fc.nat(slots - 1),
  fc.constantFrom(0, 1, 2 ** 15 - 1, 2 ** 15, 2 ** 16 - 1),
  fc.constantFrom(0, 1, 2 ** 29, 2 ** 30 - 2, 2 ** 30 - 1),
  fc.constantFrom(0, 1, 64, 128, 255),
);

it('arranges edges by source, key and peer, with the greatest values, too, and unites flags', () => {
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 60 }), (edges) => {
      const buffer = new EdgeBuffer(1);
      const united = new Map<string, number>();
      for (const [source, key, peer, flags] of edges) {
        buffer.add(source, key, peer, flags);
        const name = `${source} ${key} ${peer}`;
        united.set(name, (united.get(name) ?? 0) | flags);
      }
      const expected = [...united].map(([name, flags]) => [...name.split(' ').map(Number), flags]);
      const { start, key, peer, flags } = adjacencyOf(buffer, slots);
      const arranged = Array.from({ length: slots }, (_, slot) =>
        Array.from(peer.subarray(start[slot], start[slot + 1]), (it, index) => {
          const at = start[slot]! + index;
          return [slot, key[at], it, flags[at]];
        }),
      ).flat();
      expect(arranged).toEqual(expected.toSorted((one, other) => compare(one, other)));
      expect([peer.length, start[slots]]).toEqual([expected.length, expected.length]);
    }),
  );
});

function compare(one: readonly number[], other: readonly number[]): number {
  return one[0]! - other[0]! || one[1]! - other[1]! || one[2]! - other[2]!;
}

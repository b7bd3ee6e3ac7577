import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RankBits, sortedRanks } from './rank-set.js';

const limit = 200;
const ranks = fc.array(fc.oneof(fc.nat(limit - 1), fc.constantFrom(0, 31, 32, 63, limit - 1)), { maxLength: 300 });

function bitsOf(list: readonly number[]): RankBits {
  const bits = new RankBits(limit);
  for (const rank of list) bits.add(rank);
  return bits;
}

describe.each([
  ['sorted ranks', (list: readonly number[]) => sortedRanks(Int32Array.from(list))],
  ['bits of ranks', bitsOf],
])('%s', (_, make) => {
  it('are the distinct ones in their order, by the slice', () => {
    fc.assert(
      fc.property(ranks, fc.nat(limit), fc.nat(limit), (list, from, length) => {
        const distinct = [...new Set(list)].toSorted((a, b) => a - b);
        const set = make(list);
        expect(set.size).toBe(distinct.length);
        expect(set.slice(from, from + length)).toEqual(Int32Array.from(distinct.slice(from, from + length)));
      }),
    );
  });
});

describe('bits of ranks', () => {
  it('can be put into another order', () => {
    const reversed = Int32Array.from({ length: limit }, (_, rank) => limit - 1 - rank);
    expect(
      bitsOf([0, 31, 32, limit - 1])
        .through(reversed)
        .slice(0, limit),
    ).toEqual(Int32Array.of(0, limit - 33, limit - 32, limit - 1));
  });

  it('hold what was added, alone or from others, and not removed since', () => {
    fc.assert(
      fc.property(ranks, ranks, ranks, (list, added, removed) => {
        const bits = bitsOf(list);
        bits.addAll(bitsOf(added));
        for (const rank of removed) bits.remove(rank);
        const expected = new Set([...list, ...added].filter((rank) => !removed.includes(rank)));
        const all = Array.from({ length: limit }, (_, rank) => rank);
        expect(all.filter((rank) => bits.has(rank))).toEqual(all.filter((rank) => expected.has(rank)));
        expect(bits.size).toBe(expected.size);
      }),
    );
  });
});

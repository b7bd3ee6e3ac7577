import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { packed, unpacked } from './packed-rows.js';

const number = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

describe(packed.name, () => {
  it('keeps edges of three or four numbers, and all else', () => {
    const rows = fc.oneof(
      fc.array(fc.tuple(number, number, number)),
      fc.array(fc.tuple(number, number, number, number)),
    );
    fc.assert(
      fc.property(rows, (edges) => {
        const answer = { ids: [1, 2], edges, truncated: true };
        expect(unpacked(packed(answer))).toEqual(answer);
      }),
    );
    const other = { ids: [3], count: 1 };
    expect([packed(other), unpacked(other)]).toEqual([other, other]);
    expect(packed({ edges: [[1, 2, 3]] })).toEqual({ edges: { width: 3, values: Int32Array.of(1, 2, 3) } });
  });
});

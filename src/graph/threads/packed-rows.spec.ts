import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { packed, type Rows, unpacked } from './packed-rows.js';

const number = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const rows = fc.oneof(fc.array(fc.tuple(number, number, number)), fc.array(fc.tuple(number, number, number, number)));

describe('packed edges of an answer', () => {
  it('have the same parts as the array, and the answer keeps all else', () => {
    fc.assert(
      fc.property(rows, fc.nat(12), fc.nat(12), (edges, start, end) => {
        const answer = unpacked(packed({ ids: [1, 2], edges, truncated: true }));
        expect(answer).toMatchObject({ ids: [1, 2], truncated: true });
        const { edges: read } = answer as { readonly edges: Rows<number[]> };
        expect([read.length, read.slice(start, end)]).toEqual([edges.length, edges.slice(start, end)]);
      }),
    );
  });

  it('are one array, and an answer without edges stays as it is', () => {
    expect(packed({ edges: [[1, 2, 3]] })).toEqual({ edges: { width: 3, values: Int32Array.of(1, 2, 3) } });
    const other = { ids: [3], count: 1 };
    expect([packed(other), unpacked(other)]).toEqual([other, other]);
  });
});

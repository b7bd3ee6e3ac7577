import { describe, expect, it } from '@jest/globals';
import { NodeIndex } from './node-index.js';

describe('NodeIndex', () => {
  it('numbers what it was made from in order and appends the rest', () => {
    const index = new NodeIndex(Int32Array.of(2, 5, 9));
    expect([2, 5, 9].map((id) => index.indexOf(id))).toEqual([0, 1, 2]);
    expect(index.indexOf(4)).toBeUndefined();
    expect([index.ensure(4), index.ensure(5), index.ensure(1), index.ensure(4)]).toEqual([3, 1, 4, 3]);
    expect(index.size).toBe(5);
  });

  it('takes many ids in one pass', () => {
    const index = new NodeIndex(Int32Array.of(2, 5, 9));
    expect([...index.ensureAll(Int32Array.of(1, 2, 3, 9, 10))]).toEqual([3, 0, 4, 2, 5]);
    expect([...index.ensureAll(Int32Array.of(3, 5, 10))]).toEqual([4, 1, 5]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { noReason, ReasonAlgebra, sureReason } from './alternatives.js';

describe(ReasonAlgebra.name, () => {
  it('leaves out reasons that are cut whenever another one is cut', () => {
    const algebra = new ReasonAlgebra();
    expect(algebra.any([[[1, 2]], noReason, [[2], [3, 4]]])).toEqual([[2], [3, 4]]);
    expect(algebra.any([[[1]], sureReason])).toEqual([[]]);
    expect(algebra.any([])).toEqual([]);
  });

  it('unites the fixes of reasons that are needed together', () => {
    const algebra = new ReasonAlgebra();
    expect(algebra.both([[1], [5]], [[2, 5], [7]])).toEqual([
      [1, 7],
      [2, 5],
      [5, 7],
    ]);
    expect(algebra.both([[1]], noReason)).toEqual([]);
    expect(algebra.both(sureReason, [[4]])).toEqual([[4]]);
  });

  it('holds too many reasons for one that only their common fixes cut, and counts that', () => {
    const algebra = new ReasonAlgebra();
    const many = Array.from({ length: 300 }, (_, index) => [0, index + 1]);
    expect(algebra.any([many, [[0, 400]]])).toEqual([[0]]);
    expect(algebra.simplified).toBe(1);
  });
});

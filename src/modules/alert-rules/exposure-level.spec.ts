import { describe, expect, it } from '@jest/globals';
import { isBeyond } from './exposure-level.js';

/** Of shares that follow one another, with a bound of 40 %. */
function levels(direction: 'above' | 'below', shares: readonly number[]): boolean[] {
  let was: boolean | undefined;
  return shares.map((share) => (was = isBeyond(direction, share, 40, was)));
}

describe('the level of an exposure', () => {
  it('is above a bound until it has fallen by a point', () => {
    expect(levels('above', [0.4, 0.401, 0.395, 0.391, 0.39, 0.395, 0.41])).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
      true,
    ]);
  });

  it('is below a bound until it has risen by a point', () => {
    expect(levels('below', [0.4, 0.399, 0.405, 0.41, 0.405, 0.39])).toEqual([false, true, true, false, false, true]);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Label, Random } from './random.js';

const firstOf = (...labels: readonly Label[]) => new Random(...labels).next();

describe('Random', () => {
  it('returns the same numbers for the same labels', () => {
    expect(firstOf('seed', 'user', 7)).toBe(firstOf('seed', 'user', 7));
  });

  it('returns other numbers for other labels, even if their joined text is equal', () => {
    expect(firstOf('ab', 'c')).not.toBe(firstOf('a', 'bc'));
    expect(firstOf('seed', 1)).not.toBe(firstOf('seed', 2));
  });

  it('keeps its stream from version to version, because the demo and its tests rely on it', () => {
    const random = new Random('halden');
    expect([random.next(), random.next(), random.next()]).toEqual([3_712_616_067, 2_046_497_012, 2_955_073_741]);
  });

  it('stays within its bounds', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: 0, max: 1000 }),
        (seed, low, width) => {
          const drawn = new Random(seed).between(low, low + width);
          return Number.isInteger(drawn) && drawn >= low && drawn <= low + width;
        },
      ),
    );
  });

  it('draws distinct numbers in ascending order, or all of them if there are too few', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 0, max: 50 }),
        fc.integer({ min: 0, max: 60 }),
        (seed, count, limit) => {
          const drawn = new Random(seed).distinct(count, limit);
          const ascending = drawn.every((value, i) => i === 0 || value > (drawn[i - 1] ?? value));
          return (
            drawn.length === Math.min(count, limit) && ascending && drawn.every((value) => value >= 0 && value < limit)
          );
        },
      ),
    );
  });

  it('spreads its numbers evenly', () => {
    const random = new Random('spread');
    const bins = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    for (let i = 0; i < 10_000; i++) bins[random.below(10)]! += 1;
    expect(Math.min(...bins)).toBeGreaterThan(900);
    expect(Math.max(...bins)).toBeLessThan(1_100);
  });

  it('makes upper-case GUIDs of version 4', () => {
    expect(new Random('guid').guid()).toMatch(/^[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/u);
  });
});

import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { visibleRange } from './visible-range.js';

it('has every row that can be seen, and few others', () => {
  const view = fc.record({ top: fc.nat(4_000_000), height: fc.integer({ min: 1, max: 3000 }) });
  fc.assert(
    fc.property(view, fc.nat(100_000), (seen, count) => {
      const [first, last] = visibleRange(seen, 36, count);
      const top = Math.min(Math.floor(seen.top / 36), Math.max(0, count - 1));
      const bottom = Math.min(Math.ceil((seen.top + seen.height) / 36), count - 1);
      expect(first).toBeLessThanOrEqual(top);
      expect(last).toBeGreaterThanOrEqual(bottom);
      expect(last - first).toBeLessThanOrEqual(seen.height / 36 + 14);
      expect(first).toBeGreaterThanOrEqual(0);
      expect(last).toBeLessThan(Math.max(count, 1));
    }),
  );
});

it('is empty for a list without rows', () => {
  expect(visibleRange({ top: 0, height: 500 }, 36, 0)).toEqual([0, -1]);
});

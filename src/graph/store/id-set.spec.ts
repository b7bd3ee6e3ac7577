import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { IdSet } from './id-set.js';

const highest = 2 ** 31 - 1;
const change = fc.record({
  id: fc.integer({ min: highest - 9, max: highest }),
  isAdded: fc.boolean(),
  offset: fc.constantFrom(0, 32_760, 1_000_000),
});

it('equals a set after any additions and deletions', () => {
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const [ids, expected] = [new IdSet(), new Set<number>()];
      for (const { id: near, isAdded, offset } of changes) {
        const id = near - offset;
        const isNew = isAdded && !expected.has(id);
        expect(isAdded && ids.add(id)).toBe(isNew);
        if (isAdded) expected.add(id);
        else {
          ids.delete(id);
          expected.delete(id);
        }
        expect(ids.has(id)).toBe(isAdded);
      }
      for (const { id, offset } of changes) expect(ids.has(id - offset)).toBe(expected.has(id - offset));
      expect([...ids]).toEqual([...expected].toSorted((a, b) => a - b));
    }),
  );
});

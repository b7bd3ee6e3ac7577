import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ByList } from './by-list.js';

it('gives each list its own value, also where one begins with another, is empty, or has texts that look like separators', () => {
  const text = fc.constantFrom('', 'A', 'B', 'AB', 'A\nB', '\n');
  fc.assert(
    fc.property(fc.array(fc.array(text, { maxLength: 3 }), { maxLength: 20 }), (lists) => {
      const [found, expected] = [new ByList<number>(), new Map<string, number>()];
      for (const [value, list] of lists.entries()) {
        expect(found.get(list)).toBe(expected.get(JSON.stringify(list)));
        found.set(list, value);
        expected.set(JSON.stringify(list), value);
      }
      for (const list of lists) expect(found.get(list)).toBe(expected.get(JSON.stringify(list)));
    }),
  );
});

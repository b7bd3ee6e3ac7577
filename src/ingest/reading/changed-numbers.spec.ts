import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { changedNumbers } from './changed-numbers.js';

describe('changedNumbers', () => {
  it.each([
    ['[0.1, 0.30000000000000004, 133700000000000000, 9007199254740992]'],
    ['{"a":1e21,"b":-1.5E-7,"c":-0,"d":0e999,"e":1.0000000000000000000}'],
    ['["12345678901234567890", "x, 12345678901234567890"]'],
  ])('finds none in %s', (text) => {
    expect(changedNumbers(text)).toEqual([]);
  });

  it('names the place of each, what was written and what is read', () => {
    const text = '{"a":{"b":[1,9007199254740993]},"c":1e400,"d":-1e-400,"e":0.1234567890123456789}';
    expect(changedNumbers(text)).toEqual([
      { field: 'a.b[1]', reason: 'is 9007199254740993, which a double does not hold; it is read as 9007199254740992' },
      { field: 'c', reason: 'is 1e400, a number larger than a double holds; it is left out' },
      { field: 'd', reason: 'is -1e-400, which a double does not hold; it is read as 0' },
      {
        field: 'e',
        reason: 'is 0.1234567890123456789, which a double does not hold; it is read as 0.12345678901234568',
      },
    ]);
  });

  it('finds none in what JSON.stringify writes', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => expect(changedNumbers(JSON.stringify(value))).toEqual([])));
  });
});

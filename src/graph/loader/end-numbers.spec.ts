import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EndNumbers } from './end-numbers.js';

describe('EndNumbers', () => {
  it('gives an end of one object and one list of kinds the same number again', () => {
    const ends = new EndNumbers();
    const given = [
      ['A', 0],
      ['B', 0],
      ['A', 0],
      ['A', 1],
      ['A', 1],
    ].map(([objectid, list]) => ends.numberOf(String(objectid), Number(list)));
    expect(given).toEqual([
      { number: 0, isNew: true },
      { number: 1, isNew: true },
      { number: 0, isNew: false },
      { number: 2, isNew: true },
      { number: 2, isNew: false },
    ]);
    expect(ends.next()).toBe(3);
  });

  it('tells ends apart whatever comes between them', () => {
    const end = fc.tuple(fc.constantFrom('A', 'B', 'C'), fc.constantFrom(0, 1));
    fc.assert(
      fc.property(fc.array(end, { maxLength: 30 }), (named) => {
        const ends = new EndNumbers();
        const known: string[] = [];
        for (const [objectid, list] of named) {
          const key = `${objectid} ${list}`;
          const isNew = !known.includes(key);
          if (isNew) known.push(key);
          expect(ends.numberOf(objectid, list)).toEqual({ number: known.indexOf(key), isNew });
        }
      }),
    );
  });

  it('forgets ends in the long run and never gives a number twice', () => {
    const ends = new EndNumbers();
    const first = ends.numberOf('FIRST', 0);
    const numbers = Array.from({ length: 100_000 }, (_, i) => ends.numberOf(`N${i}`, i % 3).number);
    const again = ends.numberOf('FIRST', 0);
    expect([first, again]).toEqual([
      { number: 0, isNew: true },
      { number: 100_001, isNew: true },
    ]);
    expect(new Set(numbers).size).toBe(100_000);
  });
});

import { describe, expect, it } from '@jest/globals';
import { foundOf } from './found.js';

const whole = { facts: 3, isNeeded: true, hasObject: true, isKnown: true };

describe(foundOf.name, () => {
  it.each([
    ['open', whole],
    ['partly', { ...whole, facts: 2 }],
    ['open', { ...whole, facts: 5 }],
    ['done', { ...whole, facts: 0, isNeeded: false }],
    ['unknown', { ...whole, facts: 0, isKnown: false }],
    ['obsolete', { ...whole, isNeeded: false }],
    ['obsolete', { ...whole, facts: 0, hasObject: false, isKnown: false }],
  ] as const)('is %s for a step of three facts in the state %j', (found, state) => {
    expect(foundOf({ facts: 3, wasDone: false }, state)).toBe(found);
  });

  it('is returned if a step was done and has facts again, whether a way needs them or not', () => {
    const step = { facts: 3, wasDone: true };
    const states = [whole, { ...whole, facts: 1 }, { ...whole, isNeeded: false }, { ...whole, facts: 0 }];
    expect(states.map((state) => foundOf(step, state))).toEqual(['returned', 'returned', 'returned', 'done']);
  });
});

import { describe, expect, it } from '@jest/globals';
import type { Fault } from '../../base/errors.js';
import { checkMembers, loneSurrogates } from './json-limits.js';

function faultsOf(body: object): Fault[] {
  const faults: Fault[] = [];
  expect(checkMembers(body, loneSurrogates, faults, 'body')).toBe(faults.length === 0);
  return faults;
}

function ones(length: number): number[] {
  return Array.from({ length }, () => 1);
}

function nested(levels: number): object {
  return JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
}

describe(checkMembers.name, () => {
  it('accepts ordinary bodies', () => {
    expect(faultsOf({ name: 'x😀', list: [1, null, { a: [] }], __proto__: null })).toEqual([]);
  });

  it('checks all members in their order and reports their places', () => {
    const message = 'has half of a surrogate pair, which is no character';
    expect(faultsOf({ a: '\ud800', b: [{ c: '\udc00' }], d: 'x' })).toEqual([
      { code: 'body.invalid_value', context: 'body.a', message },
      { code: 'body.invalid_value', context: 'body.b.0.c', message },
    ]);
  });

  it('allows 32 levels', () => {
    expect(faultsOf(nested(32))).toEqual([]);
    const [fault] = faultsOf(nested(33));
    expect(fault?.message).toBe('is nested deeper than 32 levels');
    expect(faultsOf(nested(1_000_000))).toHaveLength(1);
  });

  it('allows 10000 members of one value, and 100000 values', () => {
    expect(faultsOf({ list: ones(10_000) })).toEqual([]);
    expect(faultsOf({ list: ones(10_001) })).toEqual([
      { code: 'body.too_complex', context: 'body.list', message: 'has 10001 members; it takes at most 10000' },
    ]);
    const lists = ones(11).map(() => ones(10_000));
    expect(faultsOf({ lists })).toEqual([
      { code: 'body.too_complex', context: 'body.lists.9', message: 'the body has more than 100000 values' },
    ]);
  });
});

import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type ConditionPredicate, meets } from './condition.js';

const predicates = ['eq', '~eq', 'neq', 'gt', 'gte', 'lt', 'lte'] as const;
const onNull = new Set(['eq', 'neq']);

/** Which predicates hold of one stored value, as three lists: less, equal, greater. */
const holding = { '-1': ['neq', 'lt', 'lte'], '0': ['eq', 'gte', 'lte'], '1': ['neq', 'gt', 'gte'] } as const;

function expected(predicate: ConditionPredicate, order: number | null): boolean {
  if (order === null) return predicate === 'neq';
  const names: readonly string[] = holding[`${Math.sign(order) as -1 | 0 | 1}`];
  return names.includes(predicate);
}

interface Case {
  readonly stored: unknown;
  /** Of the stored value to the wanted one; null: they cannot be compared. */
  readonly order: (wanted: string) => number | null;
  readonly contains?: (wanted: string) => boolean;
}

const text = (stored: string): Case => ({
  stored,
  order: (wanted) => (stored === wanted ? 0 : [stored, wanted].toSorted()[0] === stored ? -1 : 1),
  contains: (wanted) => stored.toUpperCase().includes(wanted.toUpperCase()),
});
const number = (stored: number): Case => ({
  stored,
  order: (wanted) => (/\d/.test(wanted) ? stored - Number(wanted) : null),
});
const flag = (stored: boolean): Case => ({
  stored,
  order: (wanted) => (/true|false/.test(wanted) ? Number(stored) - Number(wanted === 'true') : null),
});
const nothing: Case = { stored: null, order: () => null };

const one = fc.oneof(
  fc.constantFrom('', 'a', 'B', 'ab', '2', 'true').map(text),
  fc.constantFrom(-1, 0, 1, 2).map(number),
  fc.boolean().map(flag),
  fc.constant(nothing),
);

it('compares values of any type with a text, and one entry of a list is enough', () => {
  const wanted = fc.constantFrom('a', 'B', '2', '1.5', 'true', 'false');
  fc.assert(
    fc.property(
      fc.constantFrom(...predicates),
      wanted,
      one,
      fc.array(one, { maxLength: 3 }),
      (predicate, value, single, list) => {
        const condition = { properties: ['p'], predicate, value, type: null };
        const holds = ({ order, contains = () => false }: Case) =>
          predicate === '~eq' ? contains(value) : expected(predicate, order(value));
        expect(meets(condition, single.stored)).toBe(holds(single));
        expect(
          meets(
            condition,
            list.map(({ stored }) => stored),
          ),
        ).toBe(list.some(holds));
      },
    ),
    { numRuns: 1000 },
  );
});

it('takes 0, −1 and texts that are no times as never: equal to null, and neither before nor after', () => {
  const times = [null, undefined, -1, 0, 'never', 1, 2, '1970-01-01T00:00:01Z', '1970-01-01T00:00:02Z'];
  const inMs = [null, null, null, null, null, 1000, 2000, 1000, 2000];
  for (const predicate of predicates.filter((it) => it !== '~eq'))
    for (const value of [null, 1000, 1500])
      for (const [index, stored] of times.entries()) {
        if (value === null && !onNull.has(predicate)) continue;
        const condition = { properties: ['p'], predicate, value, type: 'time' } as const;
        const ms = inMs[index]!;
        const isNull = ms === null;
        const holds =
          value === null ? isNull === (predicate === 'eq') : expected(predicate, isNull ? null : ms - value);
        expect([predicate, value, stored, meets(condition, stored)]).toEqual([predicate, value, stored, holds]);
      }
});

it.each([[[]], [[null]], ['']])('finds %j not null', (stored) => {
  const condition = { properties: ['p'], value: null, type: null } as const;
  expect(meets({ ...condition, predicate: 'eq' }, stored)).toBe(false);
  expect(meets({ ...condition, predicate: 'neq' }, stored)).toBe(true);
});

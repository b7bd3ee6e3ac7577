import { CypherError } from '../cypher-error.js';
import type { BinaryOperator } from '../syntax/tree.js';
import { type Budget, stepsOfSearch, stepsOfText } from './budget.js';
import { compare, equals } from './compare.js';
import { shownText } from './functions.js';
import { matchesPattern } from './text-patterns.js';
import { DurationValue } from '../data/duration.js';
import { DateTimeValue, isList, isNumber, type TemporalValue, typeName, type Value } from '../data/values.js';

type Operate = (left: Value, right: Value, budget: Budget) => Value;

/** Operators other than AND, OR and XOR. */
export const operators: Readonly<Record<Exclude<BinaryOperator, 'AND' | 'OR' | 'XOR'>, Operate>> = {
  '=': equals,
  '<>': (left, right, budget) => {
    const same = equals(left, right, budget);
    return same === null ? null : !same;
  },
  '<': compared((sign) => sign < 0),
  '<=': compared((sign) => sign <= 0),
  '>': compared((sign) => sign > 0),
  '>=': compared((sign) => sign >= 0),
  '+': add,
  '-': (left, right) =>
    later(left, right instanceof DurationValue ? right.times(-1) : right, -1) ?? calculate('-', left, right),
  '*': (left, right) => multiplied(left, right) ?? multiplied(right, left) ?? calculate('*', left, right),
  '/': (left, right) =>
    (left instanceof DurationValue && isNumber(right) ? left.times(1 / Number(right)) : null) ??
    calculate('/', left, right),
  '%': (left, right) => calculate('%', left, right),
  '^': (left, right) => (left === null || right === null ? null : Number(left) ** Number(right)),
  IN: isIn,
  'STARTS WITH': ofTexts((text, part) => text.startsWith(part)),
  'ENDS WITH': ofTexts((text, part) => text.endsWith(part)),
  CONTAINS: ofTexts((text, part, budget) => {
    budget.step(stepsOfSearch(text, part));
    return text.includes(part);
  }),
  '=~': ofTexts(matchesPattern),
};

function compared(test: (sign: number) => boolean): Operate {
  return (left, right, budget) => {
    const sign = left === null || right === null ? null : compare(left, right, budget);
    return sign === null ? null : test(sign);
  };
}

function ofTexts(test: (left: string, right: string, budget: Budget) => boolean): Operate {
  return (left, right, budget) => {
    if (typeof left !== 'string' || typeof right !== 'string') return null;
    budget.step(stepsOfText(left));
    return test(left, right, budget);
  };
}

function isIn(item: Value, list: Value, budget: Budget): boolean | null {
  if (list === null) return null;
  if (!isList(list)) throw new CypherError('type', `IN takes a list, found ${typeName(list)}`);
  let found: boolean | null = false;
  for (const other of list) {
    budget.step();
    const same = equals(item, other, budget);
    if (same === true) return true;
    if (same === null) found = null;
  }
  return found;
}

function add(left: Value, right: Value, budget: Budget): Value {
  if (left === null || right === null) return null;
  if (isList(left) || isList(right)) {
    const [first, second] = [isList(left) ? left : [left], isList(right) ? right : [right]];
    budget.make(first.length + second.length);
    return [...first, ...second];
  }
  if (typeof left === 'string' || typeof right === 'string') {
    const [first, second] = [shownText(left), shownText(right)];
    // The longer one is not copied.
    budget.makeText(Math.min(first.length, second.length));
    return first + second;
  }
  return later(left, right) ?? later(right, left) ?? calculate('+', left, right);
}

/** The sum of a point in time and a duration or a number of seconds, or of two durations; null: they are other values. */
function later(time: Value, by: Value, sign = 1): TemporalValue | null {
  if (time instanceof DateTimeValue && isNumber(by)) return new DateTimeValue(time.ms + sign * Number(by) * 1000);
  if (!(by instanceof DurationValue)) return null;
  if (time instanceof DateTimeValue) return by.after(time);
  return time instanceof DurationValue ? time.plus(by) : null;
}

function multiplied(duration: Value, factor: Value): DurationValue | null {
  return duration instanceof DurationValue && isNumber(factor) ? duration.times(Number(factor)) : null;
}

const ofFloats = {
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
  '%': (a: number, b: number) => a % b,
};

const ofIntegers: Readonly<Record<keyof typeof ofFloats, (a: bigint, b: bigint) => bigint>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / nonZero(b),
  '%': (a, b) => a % nonZero(b),
};

const bits = 64;

function calculate(operator: keyof typeof ofFloats, left: Value, right: Value): Value {
  if (left === null || right === null) return null;
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    const result = ofIntegers[operator](left, right);
    if (BigInt.asIntN(bits, result) === result) return result;
    throw new CypherError('argument', `the result of ${operator} exceeds 64 bits`);
  }
  if (isNumber(left) && isNumber(right)) return ofFloats[operator](Number(left), Number(right));
  const wrong = isNumber(left) ? right : left;
  throw new CypherError('type', `expected a number beside ${operator}, found ${typeName(wrong)}`);
}

function nonZero(value: bigint): bigint {
  if (value === 0n) throw new CypherError('argument', 'an integer is divided by 0');
  return value;
}

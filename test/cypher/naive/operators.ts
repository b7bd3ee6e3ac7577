import { isList, isNumber, type Value } from '../../../src/graph/cypher/data/values.js';
import type { BinaryOperator } from '../../../src/graph/cypher/syntax/tree.js';
import { comparison, isEqual, shown } from './compare.js';

export type Truth = boolean | null;

type Operate = (left: Value, right: Value) => Value;

/** Operators with values of their own for null. */
const ofNulls: Partial<Record<BinaryOperator, Operate>> = {
  AND: (left, right) => (left === false || right === false ? false : left === null || right === null ? null : true),
  OR: (left, right) => (left === true || right === true ? true : left === null || right === null ? null : false),
  '=': isEqual,
  '<>': (left, right) => not(isEqual(left, right)),
  IN: (left, right) => {
    if (!isList(right)) return null;
    const results = right.map((item) => isEqual(left, item));
    return results.includes(true) ? true : results.includes(null) ? null : false;
  },
};

const ofOrder: Partial<Record<BinaryOperator, (sign: number) => boolean>> = {
  '<': (sign) => sign < 0,
  '<=': (sign) => sign <= 0,
  '>': (sign) => sign > 0,
  '>=': (sign) => sign >= 0,
};

const ofTexts: Partial<Record<BinaryOperator, (left: string, right: string) => Value>> = {
  '+': (left, right) => left + right,
  'STARTS WITH': (left, right) => left.startsWith(right),
  'ENDS WITH': (left, right) => left.endsWith(right),
  CONTAINS: (left, right) => left.includes(right),
  '=~': (left, right) =>
    new RegExp(`^(?:${right.replace('(?i)', '')})$`, right.startsWith('(?i)') ? 'is' : 's').test(left),
};

const ofNumbers: Partial<Record<BinaryOperator, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
};

export function operate(operator: BinaryOperator, left: Value, right: Value): Value {
  const ofNull = ofNulls[operator];
  if (ofNull) return ofNull(left, right);
  if (left === null || right === null) return null;
  if (operator === 'XOR') return left !== right;
  const test = ofOrder[operator];
  if (test) {
    const sign = comparison(left, right);
    return sign === null ? null : test(sign);
  }
  return combine(operator, left, right);
}

function combine(operator: BinaryOperator, left: Value, right: Value): Value {
  if (isList(left) && operator === '+') return [...left, ...(isList(right) ? right : [right])];
  if (isNumber(left) && isNumber(right)) return ofNumbers[operator] ? arithmetic(operator, left, right) : null;
  if (typeof left === 'string' && typeof right === 'string') return ofTexts[operator]?.(left, right) ?? null;
  if (ofNumbers[operator]) throw new Error(`${shown(left)} ${operator} ${shown(right)} has no value`);
  return null;
}

function arithmetic(operator: BinaryOperator, left: bigint | number, right: bigint | number): Value {
  const result = ofNumbers[operator]!(Number(left), Number(right));
  return typeof left === 'bigint' && typeof right === 'bigint' ? BigInt(Math.trunc(result)) : result;
}

export function not(value: Truth): Truth {
  return value === null ? null : !value;
}

export function truthOf(value: Value): Truth {
  if (value === null || typeof value === 'boolean') return value;
  throw new Error(`not a truth: ${shown(value)}`);
}

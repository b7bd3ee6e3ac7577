import { RE2JS } from 're2js';
import { CypherError } from '../cypher-error.js';
import type { BinaryOperator } from '../syntax/tree.js';
import { compare, equals } from './compare.js';
import { shownText } from './functions.js';
import { DateTimeValue, isList, isNumber, typeName, type Value } from '../data/values.js';

type Operate = (left: Value, right: Value) => Value;

/** Operators other than AND, OR and XOR. */
export const operators: Readonly<Record<Exclude<BinaryOperator, 'AND' | 'OR' | 'XOR'>, Operate>> = {
  '=': equals,
  '<>': (left, right) => not(equals(left, right)),
  '<': (left, right) => compared(left, right, (it) => it < 0),
  '<=': (left, right) => compared(left, right, (it) => it <= 0),
  '>': (left, right) => compared(left, right, (it) => it > 0),
  '>=': (left, right) => compared(left, right, (it) => it >= 0),
  '+': add,
  '-': (left, right) => {
    if (left instanceof DateTimeValue && isNumber(right)) return new DateTimeValue(left.ms - Number(right) * 1000);
    return arithmetic(
      left,
      right,
      '-',
      (a, b) => a - b,
      (a, b) => a - b,
    );
  },
  '*': (left, right) =>
    arithmetic(
      left,
      right,
      '*',
      (a, b) => a * b,
      (a, b) => a * b,
    ),
  '/': (left, right) =>
    arithmetic(
      left,
      right,
      '/',
      (a, b) => a / nonZero(b),
      (a, b) => a / b,
    ),
  '%': (left, right) =>
    arithmetic(
      left,
      right,
      '%',
      (a, b) => a % nonZero(b),
      (a, b) => a % b,
    ),
  '^': (left, right) => {
    if (left === null || right === null) return null;
    return arithmetic(
      Number(left),
      Number(right),
      '^',
      (a) => a,
      (a, b) => a ** b,
    );
  },
  IN: isIn,
  'STARTS WITH': (left, right) => ofTexts(left, right, (text, part) => text.startsWith(part)),
  'ENDS WITH': (left, right) => ofTexts(left, right, (text, part) => text.endsWith(part)),
  CONTAINS: (left, right) => ofTexts(left, right, (text, part) => text.includes(part)),
  '=~': (left, right) => ofTexts(left, right, (text, pattern) => patternOf(pattern).matches(text)),
};

export function not(value: Value): boolean | null {
  if (value === null) return null;
  if (typeof value === 'boolean') return !value;
  throw new CypherError('type', `expected a boolean, found ${typeName(value)}`);
}

function compared(left: Value, right: Value, test: (sign: number) => boolean): boolean | null {
  if (left === null || right === null) return null;
  const sign = compare(left, right);
  return sign === null ? null : test(sign);
}

function ofTexts(left: Value, right: Value, test: (left: string, right: string) => boolean): boolean | null {
  return typeof left === 'string' && typeof right === 'string' ? test(left, right) : null;
}

function isIn(item: Value, list: Value): boolean | null {
  if (list === null) return null;
  if (!isList(list)) throw new CypherError('type', `expected a list behind IN, found ${typeName(list)}`);
  let found: boolean | null = false;
  for (const other of list) {
    const same = equals(item, other);
    if (same === true) return true;
    if (same === null) found = null;
  }
  return found;
}

function add(left: Value, right: Value): Value {
  if (left === null || right === null) return null;
  if (isList(left)) return isList(right) ? [...left, ...right] : [...left, right];
  if (isList(right)) return [left, ...right];
  if (typeof left === 'string' || typeof right === 'string') return shownText(left) + shownText(right);
  if (left instanceof DateTimeValue && isNumber(right)) return new DateTimeValue(left.ms + Number(right) * 1000);
  return arithmetic(
    left,
    right,
    '+',
    (a, b) => a + b,
    (a, b) => a + b,
  );
}

const bits = 64;

function arithmetic(
  left: Value,
  right: Value,
  operator: string,
  ofIntegers: (a: bigint, b: bigint) => bigint,
  ofFloats: (a: number, b: number) => number,
): Value {
  if (left === null || right === null) return null;
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    const result = ofIntegers(left, right);
    if (BigInt.asIntN(bits, result) !== result)
      throw new CypherError('argument', `the result of ${operator} exceeds 64 bits`);
    return result;
  }
  if (isNumber(left) && isNumber(right)) return ofFloats(Number(left), Number(right));
  const wrong = isNumber(left) ? right : left;
  throw new CypherError('type', `expected a number beside ${operator}, found ${typeName(wrong)}`);
}

function nonZero(value: bigint): bigint {
  if (value === 0n) throw new CypherError('argument', 'an integer is divided by 0');
  return value;
}

/** Of all patterns together. */
const keptResults = 50_000;
const patterns = new Map<string, TextPattern>();
let results = 0;

/** A regular expression with its former results: rows repeat their texts, and a look-up takes a tenth of a match. */
class TextPattern {
  private readonly results = new Map<string, boolean>();

  constructor(private readonly expression: RE2JS) {}

  /** Takes time in proportion to the text, whatever the expression is. */
  matches(text: string): boolean {
    const known = this.results.get(text);
    if (known !== undefined) return known;
    if (++results > keptResults) forgetPatterns();
    const result = this.expression.matches(text);
    this.results.set(text, result);
    return result;
  }
}

function patternOf(text: string): TextPattern {
  let pattern = patterns.get(text);
  if (pattern) return pattern;
  try {
    pattern = new TextPattern(RE2JS.compile(text, RE2JS.DOTALL));
  } catch (error) {
    throw new CypherError('argument', `${JSON.stringify(text)} is no regular expression: ${String(error)}`);
  }
  if (++results > keptResults) forgetPatterns();
  patterns.set(text, pattern);
  return pattern;
}

function forgetPatterns(): void {
  patterns.clear();
  results = 0;
}

import { RE2JS } from 're2js';
import { CypherError } from '../cypher-error.js';
import type { BinaryOperator } from '../syntax/tree.js';
import { type Budget, sizeOfText, stepsOfSearch } from './budget.js';
import { compare, equals } from './compare.js';
import { shownText } from './functions.js';
import { DateTimeValue, isList, isNumber, typeName, type Value } from '../data/values.js';

type Operate = (left: Value, right: Value, budget: Budget) => Value;

/** Operators other than AND, OR and XOR. */
export const operators: Readonly<Record<Exclude<BinaryOperator, 'AND' | 'OR' | 'XOR'>, Operate>> = {
  '=': equals,
  '<>': (left, right, budget) => not(equals(left, right, budget)),
  '<': (left, right, budget) => compared(left, right, budget, (it) => it < 0),
  '<=': (left, right, budget) => compared(left, right, budget, (it) => it <= 0),
  '>': (left, right, budget) => compared(left, right, budget, (it) => it > 0),
  '>=': (left, right, budget) => compared(left, right, budget, (it) => it >= 0),
  '+': add,
  '-': (left, right) => {
    if (left instanceof DateTimeValue && isNumber(right)) return new DateTimeValue(left.ms - Number(right) * 1000);
    return minus(left, right);
  },
  '*': arithmetic(
    '*',
    (a, b) => a * b,
    (a, b) => a * b,
  ),
  '/': arithmetic(
    '/',
    (a, b) => a / nonZero(b),
    (a, b) => a / b,
  ),
  '%': arithmetic(
    '%',
    (a, b) => a % nonZero(b),
    (a, b) => a % b,
  ),
  '^': (left, right) => (left === null || right === null ? null : Number(left) ** Number(right)),
  IN: isIn,
  'STARTS WITH': (left, right, budget) => ofTexts(left, right, budget, (text, part) => text.startsWith(part)),
  'ENDS WITH': (left, right, budget) => ofTexts(left, right, budget, (text, part) => text.endsWith(part)),
  CONTAINS: (left, right, budget) =>
    ofTexts(left, right, budget, (text, part) => {
      budget.step(stepsOfSearch(text, part));
      return text.includes(part);
    }),
  '=~': (left, right, budget) =>
    ofTexts(left, right, budget, (text, pattern) => patternOf(pattern).matches(text, budget)),
};

export function not(value: Value): boolean | null {
  if (value === null) return null;
  if (typeof value === 'boolean') return !value;
  throw new CypherError('type', `expected a boolean, found ${typeName(value)}`);
}

function compared(left: Value, right: Value, budget: Budget, test: (sign: number) => boolean): boolean | null {
  if (left === null || right === null) return null;
  const sign = compare(left, right, budget);
  return sign === null ? null : test(sign);
}

function ofTexts(
  left: Value,
  right: Value,
  budget: Budget,
  test: (left: string, right: string) => boolean,
): boolean | null {
  if (typeof left !== 'string' || typeof right !== 'string') return null;
  budget.step(sizeOfText(left));
  return test(left, right);
}

function isIn(item: Value, list: Value, budget: Budget): boolean | null {
  if (list === null) return null;
  if (!isList(list)) throw new CypherError('type', `expected a list behind IN, found ${typeName(list)}`);
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
    budget.make(Math.min(sizeOfText(first), sizeOfText(second)));
    return first + second;
  }
  if (left instanceof DateTimeValue && isNumber(right)) return new DateTimeValue(left.ms + Number(right) * 1000);
  return plus(left, right);
}

const bits = 64;

function arithmetic(
  operator: string,
  ofIntegers: (a: bigint, b: bigint) => bigint,
  ofFloats: (a: number, b: number) => number,
): (left: Value, right: Value) => Value {
  return (left, right) => {
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
  };
}

const plus = arithmetic(
  '+',
  (a, b) => a + b,
  (a, b) => a + b,
);
const minus = arithmetic(
  '-',
  (a, b) => a - b,
  (a, b) => a - b,
);

function nonZero(value: bigint): bigint {
  if (value === 0n) throw new CypherError('argument', 'an integer is divided by 0');
  return value;
}

/** Characters of a pattern with its repetitions. Others take long to compile. */
const mostOfPattern = 50_000;

/** Characters of a pattern and of a text, multiplied: a match of so many takes a third of a second and can't be interrupted. */
const mostOfMatch = 20_000_000;

/** Of all patterns together. */
const keptResults = 50_000;
const patterns = new Map<string, TextPattern>();
let results = 0;

/** A regular expression with its former results: rows repeat their texts, and a look-up takes a tenth of a match. */
class TextPattern {
  private readonly results = new Map<string, boolean>();

  constructor(
    private readonly expression: RE2JS,
    private readonly size: number,
  ) {}

  /** Takes time in proportion to the text and to the size of the expression. */
  matches(text: string, budget: Budget): boolean {
    const known = this.results.get(text);
    if (known !== undefined) return known;
    if (this.size * text.length > mostOfMatch) throw tooLarge(`${mostOfMatch} characters, pattern and text multiplied`);
    budget.step(sizeOfText(text));
    if (++results > keptResults) forgetPatterns();
    const result = this.expression.matches(text);
    this.results.set(text, result);
    return result;
  }
}

function patternOf(text: string): TextPattern {
  let pattern = patterns.get(text);
  if (pattern) return pattern;
  const size = sizeOfPattern(text);
  if (size > mostOfPattern) throw tooLarge(`${mostOfPattern} characters with their repetitions`);
  try {
    pattern = new TextPattern(RE2JS.compile(text, RE2JS.DOTALL), size);
  } catch (error) {
    throw new CypherError('argument', `${JSON.stringify(text)} is no regular expression: ${String(error)}`);
  }
  if (++results > keptResults) forgetPatterns();
  patterns.set(text, pattern);
  return pattern;
}

function tooLarge(most: string): CypherError {
  return new CypherError('limit', `the query exceeds the limit of regular expressions: ${most}`);
}

/** The most that nested repetitions make of one character. */
const mostRepeated = 1000;

/** Characters of a pattern, each as often as `{n}` repeats it at most. */
function sizeOfPattern(text: string): number {
  const counts = Array.from(text.matchAll(/\{(?:\d+,)?(\d+)/g), ([, count]) => Math.max(Number(count), 1));
  return text.length * counts.reduce((product, count) => Math.min(product * count, mostRepeated), 1);
}

function forgetPatterns(): void {
  patterns.clear();
  results = 0;
}

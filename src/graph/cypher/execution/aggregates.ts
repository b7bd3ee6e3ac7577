import { CypherError } from '../cypher-error.js';
import type { Call } from '../syntax/tree.js';
import type { Budget } from './budget.js';
import { order, SeenRows } from './compare.js';
import { operators } from './operators.js';
import { isNumber, typeName, type Value } from '../data/values.js';

/** Gathers the values of one group. */
export interface Aggregate {
  add(args: readonly Value[]): void;
  result(): Value;
}

export function aggregateOf({ name, distinct, at }: Call, budget: Budget): Aggregate {
  const aggregate = aggregates[name]!(budget, at);
  if (!distinct) return aggregate;
  const seen = new SeenRows(budget);
  return {
    add: (args) => {
      if (seen.isNew(args)) aggregate.add(args);
    },
    result: () => aggregate.result(),
  };
}

/** By name. All but `count(*)` ignore null. */
const aggregates: Readonly<Record<string, (budget: Budget, at: number) => Aggregate>> = {
  'count(*)': () => {
    let count = 0n;
    return { add: () => void count++, result: () => count };
  },
  count: () => folding<bigint>(0n, (count) => count + 1n),
  sum: (budget, at) => folding<Value>(0n, (sum, value) => operators['+'](sum, numberIn(value, at), budget)),
  min: (budget) =>
    folding<Value>(null, (best, value) => (best === null || order(value, best, budget) < 0 ? value : best)),
  max: (budget) =>
    folding<Value>(null, (best, value) => (best === null || order(value, best, budget) > 0 ? value : best)),
  collect: (budget) => gathering(budget, (values) => values),
  avg: (budget, at) => gathering(budget, (values) => (values.length === 0 ? null : meanOf(numbersIn(values, at)))),
  stdev: (budget, at) => gathering(budget, (values) => deviationOf(numbersIn(values, at), 1)),
  stdevp: (budget, at) => gathering(budget, (values) => deviationOf(numbersIn(values, at), 0)),
  percentilecont: (budget, at) => percentile(budget, at, between),
  percentiledisc: (budget, at) =>
    percentile(budget, at, (sorted, share) => sorted[Math.max(Math.ceil(share * sorted.length) - 1, 0)]!),
};

/** Keeps a result that each value changes. */
function folding<T extends Value>(start: T, next: (result: T, value: Value) => T): Aggregate {
  let result = start;
  return {
    add([value = null]) {
      if (value !== null) result = next(result, value);
    },
    result: () => result,
  };
}

/** Keeps all values. @param finish also takes the second argument of the last call */
function gathering(budget: Budget, finish: (values: readonly Value[], second: Value) => Value): Aggregate {
  const values: Value[] = [];
  let last: Value = null;
  return {
    add([value = null, second = null]) {
      last = second;
      if (value === null) return;
      values.push(value);
      budget.keepValues([value]);
    },
    result: () => finish(values, last),
  };
}

function numberIn(value: Value, at: number): bigint | number {
  if (isNumber(value)) return value;
  throw new CypherError('type', `expected a number, found ${typeName(value)}`, at);
}

function numbersIn(values: readonly Value[], at: number): number[] {
  return values.map((value) => Number(numberIn(value, at)));
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, it) => sum + it, 0) / numbers.length;
}

function deviationOf(numbers: readonly number[], less: number): number {
  if (numbers.length <= less) return 0;
  const mean = meanOf(numbers);
  return Math.sqrt(numbers.reduce((sum, it) => sum + (it - mean) ** 2, 0) / (numbers.length - less));
}

/** @param pick of sorted numbers, by a share of the way through them */
function percentile(budget: Budget, at: number, pick: (sorted: readonly Value[], share: number) => Value): Aggregate {
  return gathering(budget, (values, second) => {
    if (values.length === 0) return null;
    const share = Number(numberIn(second, at));
    if (share < 0 || share > 1) throw new CypherError('argument', `a percentile is from 0 to 1, not ${share}`, at);
    const numbers = values.map((value) => numberIn(value, at));
    return pick(
      numbers.toSorted((a, b) => order(a, b, budget)),
      share,
    );
  });
}

function between(sorted: readonly Value[], share: number): number {
  const place = share * (sorted.length - 1);
  const [low, high] = [Number(sorted[Math.floor(place)]), Number(sorted[Math.ceil(place)])];
  return low + (high - low) * (place - Math.floor(place));
}

import { CypherError } from '../cypher-error.js';
import type { Call } from '../syntax/tree.js';
import { type Budget, sizeOfText } from './budget.js';
import { keyOf, order } from './compare.js';
import { operators } from './operators.js';
import { isNumber, typeName, type Value } from '../data/values.js';

/** Gathers the values of one group. */
export interface Aggregate {
  add(args: readonly Value[]): void;
  result(): Value;
}

export function aggregateOf({ name, distinct, at }: Call, budget: Budget): Aggregate {
  const aggregate = plain(name, at, budget);
  if (!distinct) return aggregate;
  const seen = new Set<string>();
  return {
    add(args) {
      const key = args.map((arg) => keyOf(arg, budget)).join();
      if (seen.has(key)) return;
      seen.add(key);
      budget.keep(1 + sizeOfText(key));
      aggregate.add(args);
    },
    result: () => aggregate.result(),
  };
}

function plain(name: string, at: number, budget: Budget): Aggregate {
  switch (name) {
    case 'count(*)':
    case 'count':
      return counting(name === 'count(*)');
    case 'collect':
      return gathering(budget, (values) => values);
    case 'min':
      return extreme(-1, budget);
    case 'max':
      return extreme(1, budget);
    case 'sum':
      return summing(at, budget);
    case 'avg':
      return gathering(budget, (values) => (values.length === 0 ? null : sumOf(values, at) / values.length));
    case 'stdev':
    case 'stdevp':
      return gathering(budget, (values) => deviationOf(values, name === 'stdev' ? 1 : 0, at));
    default:
      return percentile(name === 'percentilecont', at, budget);
  }
}

function counting(countsNulls: boolean): Aggregate {
  let count = 0n;
  return {
    add([value = null]) {
      if (countsNulls || value !== null) count++;
    },
    result: () => count,
  };
}

function gathering(budget: Budget, finish: (values: readonly Value[]) => Value): Aggregate {
  const values: Value[] = [];
  return {
    add([value = null]) {
      if (value === null) return;
      values.push(value);
      budget.keepRow([value]);
    },
    result: () => finish(values),
  };
}

function extreme(sign: number, budget: Budget): Aggregate {
  let best: Value = null;
  return {
    add([value = null]) {
      if (value !== null && (best === null || Math.sign(order(value, best, budget)) === sign)) best = value;
    },
    result: () => best,
  };
}

function summing(at: number, budget: Budget): Aggregate {
  let sum: Value = 0n;
  return {
    add([value = null]) {
      if (value !== null) sum = operators['+'](sum, numberIn(value, at), budget);
    },
    result: () => sum,
  };
}

function numberIn(value: Value, at: number): bigint | number {
  if (isNumber(value)) return value;
  throw new CypherError('type', `expected a number, found ${typeName(value)}`, at);
}

function sumOf(values: readonly Value[], at: number): number {
  return values.reduce<number>((sum, value) => sum + Number(numberIn(value, at)), 0);
}

function deviationOf(values: readonly Value[], less: number, at: number): number {
  if (values.length <= less) return 0;
  const mean = sumOf(values, at) / values.length;
  const squares = values.reduce<number>((sum, value) => sum + (Number(value) - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - less));
}

function percentile(isContinuous: boolean, at: number, budget: Budget): Aggregate {
  let share = 0;
  const values: (bigint | number)[] = [];
  return {
    add([value = null, given = null]) {
      share = Number(numberIn(given, at));
      if (share < 0 || share > 1) throw new CypherError('argument', `a percentile is from 0 to 1, not ${share}`, at);
      if (value !== null) values.push(numberIn(value, at));
      budget.keep(1);
    },
    result() {
      const sorted = values.toSorted((a, b) => order(a, b, budget));
      if (!isContinuous) return sorted[Math.max(Math.ceil(share * sorted.length) - 1, 0)] ?? null;
      const place = share * (sorted.length - 1);
      const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
      if (low === undefined || high === undefined) return null;
      return Number(low) + (Number(high) - Number(low)) * (place - Math.floor(place));
    },
  };
}

import { CypherError } from '../cypher-error.js';
import type { Call } from '../syntax/tree.js';
import { keyOf, order } from './compare.js';
import { operators } from './operators.js';
import { isNumber, typeName, type Value } from '../data/values.js';

/** Gathers the values of one group. */
export interface Aggregate {
  /** How many values it keeps. */
  add(args: readonly Value[]): number;
  result(): Value;
}

export function aggregateOf({ name, distinct, at }: Call): Aggregate {
  const aggregate = plain(name, at);
  if (!distinct) return aggregate;
  const seen = new Set<string>();
  return {
    add(args) {
      const key = args.map(keyOf).join();
      if (seen.has(key)) return 0;
      seen.add(key);
      return aggregate.add(args) + 1;
    },
    result: () => aggregate.result(),
  };
}

function plain(name: string, at: number): Aggregate {
  switch (name) {
    case 'count(*)':
    case 'count':
      return counting(name === 'count(*)');
    case 'collect':
      return gathering((values) => values);
    case 'min':
      return extreme(-1);
    case 'max':
      return extreme(1);
    case 'sum':
      return summing(at);
    case 'avg':
      return gathering((values) => (values.length === 0 ? null : sumOf(values, at) / values.length));
    case 'stdev':
    case 'stdevp':
      return gathering((values) => deviationOf(values, name === 'stdev' ? 1 : 0, at));
    default:
      return percentile(name === 'percentilecont', at);
  }
}

function counting(countsNulls: boolean): Aggregate {
  let count = 0n;
  return {
    add([value = null]) {
      if (countsNulls || value !== null) count++;
      return 0;
    },
    result: () => count,
  };
}

function gathering(finish: (values: readonly Value[]) => Value): Aggregate {
  const values: Value[] = [];
  return {
    add([value = null]) {
      if (value === null) return 0;
      values.push(value);
      return 1;
    },
    result: () => finish(values),
  };
}

function extreme(sign: number): Aggregate {
  let best: Value = null;
  return {
    add([value = null]) {
      if (value !== null && (best === null || Math.sign(order(value, best)) === sign)) best = value;
      return 0;
    },
    result: () => best,
  };
}

function summing(at: number): Aggregate {
  let sum: Value = 0n;
  return {
    add([value = null]) {
      if (value !== null) sum = operators['+'](sum, numberIn(value, at));
      return 0;
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

function percentile(isContinuous: boolean, at: number): Aggregate {
  let share = 0;
  const values: (bigint | number)[] = [];
  return {
    add([value = null, given = null]) {
      share = Number(numberIn(given, at));
      if (share < 0 || share > 1) throw new CypherError('argument', `a percentile is from 0 to 1, not ${share}`, at);
      if (value !== null) values.push(numberIn(value, at));
      return 1;
    },
    result() {
      const sorted = values.toSorted((a, b) => order(a, b));
      if (!isContinuous) return sorted[Math.max(Math.ceil(share * sorted.length) - 1, 0)] ?? null;
      const place = share * (sorted.length - 1);
      const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
      if (low === undefined || high === undefined) return null;
      return Number(low) + (Number(high) - Number(low)) * (place - Math.floor(place));
    },
  };
}

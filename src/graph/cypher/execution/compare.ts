import {
  DateTimeValue,
  EdgeValue,
  isList,
  isNumber,
  type MapValue,
  NodeValue,
  PathValue,
  TemporalValue,
  type Value,
} from '../data/values.js';
import { type Budget, size, stepsOfText } from './budget.js';
import { msOfText } from './times.js';

/** Whether two values are equal; null if that is unknown. */
export function equals(a: Value, b: Value, budget: Budget): boolean | null {
  if (a === null || b === null) return null;
  if (isNumber(a) && isNumber(b)) return a >= b && a <= b;
  if (isList(a) && isList(b)) return equalLists(a, b, budget);
  if (a instanceof Map && b instanceof Map) return equalMaps(a, b, budget);
  return typeof a === 'object' && typeof b === 'object' ? keyOf(a, budget) === keyOf(b, budget) : isSame(a, b, budget);
}

function isSame(a: Value, b: Value, budget: Budget): boolean {
  if (a instanceof DateTimeValue || b instanceof DateTimeValue) return compareTimes(a, b) === 0;
  if (typeof a === 'string') budget.step(stepsOfText(a));
  return a === b;
}

function equalLists(a: readonly Value[], b: readonly Value[], budget: Budget): boolean | null {
  return a.length === b.length && allOf(a, budget, (item, index) => equals(item, b[index] ?? null, budget));
}

function equalMaps(a: MapValue, b: MapValue, budget: Budget): boolean | null {
  if (a.size !== b.size || [...a.keys()].some((key) => !b.has(key))) return false;
  return allOf([...a], budget, ([key, value]) => equals(value, b.get(key) ?? null, budget));
}

/** AND of tests: false if one is false, else null if one is null. */
function allOf<T>(
  items: readonly T[],
  budget: Budget,
  test: (item: T, index: number) => boolean | null,
): boolean | null {
  let result: boolean | null = true;
  for (const [index, item] of items.entries()) {
    budget.step();
    const tested = test(item, index);
    if (tested === false) return false;
    if (tested === null) result = null;
  }
  return result;
}

/** Negative if a is less than b; null if they cannot be compared; NaN if one of them is NaN. */
export function compare(a: Value, b: Value, budget: Budget): number | null {
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b, budget);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (a instanceof DateTimeValue || b instanceof DateTimeValue) return compareTimes(a, b);
  return isList(a) && isList(b) ? compareLists(a, b, budget) : null;
}

/** Days in the graph are texts, and compare with points in time. */
function compareTimes(a: Value, b: Value): number | null {
  const [one, other] = [msOf(a), msOf(b)];
  return Number.isNaN(one) || Number.isNaN(other) ? null : one - other;
}

function msOf(value: Value): number {
  if (value instanceof DateTimeValue) return value.ms;
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? msOfText(value) : NaN;
}

function compareNumbers(a: bigint | number, b: bigint | number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return a >= b ? 0 : NaN;
}

function compareLists(a: readonly Value[], b: readonly Value[], budget: Budget): number | null {
  for (const [index, item] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    budget.step();
    if (equals(item, other, budget) !== true) return compare(item, other, budget);
  }
  return a.length - b.length;
}

/** By code points, as UTF-8 sorts. */
function compareTexts(a: string, b: string, budget: Budget): number {
  budget.step(stepsOfText(a));
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x === y) continue;
    return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** Compares any two values, for ORDER BY: null is the largest. */
export function order(a: Value, b: Value, budget: Budget): number {
  budget.step();
  const byType = rankOf(a) - rankOf(b);
  if (byType !== 0) return byType;
  const [listA, listB] = [itemsOf(a), itemsOf(b)];
  if (listA && listB) return orderLists(listA, listB, budget);
  if (a instanceof NodeValue && b instanceof NodeValue) return a.node - b.node;
  if (a instanceof EdgeValue && b instanceof EdgeValue) return orderEdges(a, b);
  return compare(a, b, budget) || 0;
}

/** What two values of one type are compared by, if it is several. */
function itemsOf(value: Value): readonly Value[] | null {
  if (isList(value)) return value;
  if (value instanceof PathValue) return [...value.nodes, ...value.edges];
  return value instanceof Map ? [...value].flat() : null;
}

function orderEdges(a: EdgeValue, b: EdgeValue): number {
  return a.source - b.source || a.kind - b.kind || a.target - b.target || a.ordinal - b.ordinal;
}

function orderLists(a: readonly Value[], b: readonly Value[], budget: Budget): number {
  for (const [index, item] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const ordered = order(item, other, budget);
    if (ordered !== 0) return ordered;
  }
  return a.length - b.length;
}

/** Maps first, null last. */
const ranks = [
  (value: Value) => value instanceof Map,
  (value: Value) => value instanceof NodeValue,
  (value: Value) => value instanceof EdgeValue,
  isList,
  (value: Value) => value instanceof PathValue,
  (value: Value) => value instanceof TemporalValue,
  (value: Value) => typeof value === 'string',
  (value: Value) => typeof value === 'boolean',
  (value: Value) => isNumber(value) && !Number.isNaN(value),
  (value: Value) => value !== null,
];

function rankOf(value: Value): number {
  const rank = ranks.findIndex((test) => test(value));
  return rank < 0 ? ranks.length : rank;
}

/** The same text for values that DISTINCT and grouping take as one: 1 and 1.0, null and null. */
export function keyOf(value: Value, budget: Budget): string {
  if (value === null) return '-';
  if (typeof value === 'string') {
    budget.step(stepsOfText(value));
    return JSON.stringify(value);
  }
  if (typeof value === 'bigint') return `i${value}`;
  if (typeof value === 'number') return Number.isInteger(value) ? `i${BigInt(value)}` : `f${value}`;
  return typeof value === 'boolean' ? String(value) : keyOfObject(value, budget);
}

function keyOfObject(value: Extract<Value, object>, budget: Budget): string {
  if (isList(value)) {
    budget.step(value.length);
    return `[${value.map((item) => keyOf(item, budget)).join()}]`;
  }
  if (value instanceof NodeValue) return `n${value.node}`;
  if (value instanceof EdgeValue) return value.key;
  if (value instanceof DateTimeValue) return `d${value.ms}`;
  if (value instanceof TemporalValue) return value.text;
  if (value instanceof PathValue) return `p${value.nodes[0]?.node}${value.edges.map(({ key }) => `,${key}`).join('')}`;
  const entries = [...value].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${keyOf(item, budget)}`).join()}}`;
}

/** Tells rows that differ from each other. */
export class SeenRows {
  private readonly keys = new Set<string>();

  constructor(private readonly budget: Budget) {}

  isNew(row: readonly Value[]): boolean {
    const key = keyOf(row, this.budget);
    if (this.keys.has(key)) return false;
    this.keys.add(key);
    this.budget.keep(size.entry + 2 * key.length);
    return true;
  }
}

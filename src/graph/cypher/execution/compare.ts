import { DateTimeValue, EdgeValue, isList, isNumber, NodeValue, PathValue, type Value } from '../data/values.js';

/** Whether two values are equal; null if that is unknown. */
export function equals(a: Value, b: Value): boolean | null {
  if (a === null || b === null) return null;
  if (isNumber(a) && isNumber(b)) return a >= b && a <= b;
  if (isList(a) && isList(b)) return equalLists(a, b);
  if (a instanceof Map && b instanceof Map) return equalMaps(a, b);
  if (typeof a !== 'object' || typeof b !== 'object') return a === b;
  return keyOf(a) === keyOf(b);
}

function equalLists(a: readonly Value[], b: readonly Value[]): boolean | null {
  return a.length === b.length && allOf(a, (item, index) => equals(item, b[index] ?? null));
}

function equalMaps(a: ReadonlyMap<string, Value>, b: ReadonlyMap<string, Value>): boolean | null {
  if (a.size !== b.size || [...a.keys()].some((key) => !b.has(key))) return false;
  return allOf([...a], ([key, value]) => equals(value, b.get(key) ?? null));
}

/** AND of tests: false if one is false, else null if one is null. */
function allOf<T>(items: readonly T[], test: (item: T, index: number) => boolean | null): boolean | null {
  let result: boolean | null = true;
  for (const [index, item] of items.entries()) {
    const tested = test(item, index);
    if (tested === false) return false;
    if (tested === null) result = null;
  }
  return result;
}

/** Negative if a is less than b; null if they cannot be compared; NaN if one of them is NaN. */
export function compare(a: Value, b: Value): number | null {
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (a instanceof DateTimeValue && b instanceof DateTimeValue) return a.ms - b.ms;
  return isList(a) && isList(b) ? compareLists(a, b) : null;
}

function compareNumbers(a: bigint | number, b: bigint | number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return a >= b ? 0 : NaN;
}

function compareLists(a: readonly Value[], b: readonly Value[]): number | null {
  for (const [index, item] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (equals(item, other) !== true) return compare(item, other);
  }
  return a.length - b.length;
}

/** By code points, as UTF-8 sorts. */
function compareTexts(a: string, b: string): number {
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
export function order(a: Value, b: Value): number {
  const byType = rankOf(a) - rankOf(b);
  if (byType !== 0) return byType;
  const [listA, listB] = [itemsOf(a), itemsOf(b)];
  if (listA && listB) return orderLists(listA, listB);
  if (a instanceof NodeValue && b instanceof NodeValue) return a.node - b.node;
  if (a instanceof EdgeValue && b instanceof EdgeValue) return orderEdges(a, b);
  return compare(a, b) || 0;
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

function orderLists(a: readonly Value[], b: readonly Value[]): number {
  for (const [index, item] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const ordered = order(item, other);
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
  (value: Value) => value instanceof DateTimeValue,
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
export function keyOf(value: Value): string {
  if (value === null) return '-';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `i${value}`;
  if (typeof value === 'number') return Number.isInteger(value) ? `i${BigInt(value)}` : `f${value}`;
  return typeof value === 'boolean' ? String(value) : keyOfObject(value);
}

function keyOfObject(value: Extract<Value, object>): string {
  if (isList(value)) return `[${value.map(keyOf).join()}]`;
  if (value instanceof NodeValue) return `n${value.node}`;
  if (value instanceof EdgeValue) return value.key;
  if (value instanceof DateTimeValue) return `d${value.ms}`;
  if (value instanceof PathValue) return `p${value.nodes[0]?.node}${value.edges.map(({ key }) => `,${key}`).join('')}`;
  const entries = [...value].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${keyOf(item)}`).join()}}`;
}

import { DateTimeValue, EdgeValue, isList, isNumber, NodeValue, PathValue, type Value } from './values.js';

/** Whether two values are equal; null if that is unknown. */
export function equals(a: Value, b: Value): boolean | null {
  if (a === null || b === null) return null;
  if (isNumber(a) && isNumber(b)) return a >= b && a <= b;
  if (isList(a) && isList(b)) return a.length === b.length && allOf(a, (item, index) => equals(item, b[index]!));
  if (a instanceof Map && b instanceof Map) return equalMaps(a, b);
  return a === b || (typeof a === 'object' && typeof b === 'object' && keyOf(a) === keyOf(b));
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
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : a >= b ? 0 : NaN;
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (a instanceof DateTimeValue && b instanceof DateTimeValue) return a.ms - b.ms;
  if (!isList(a) || !isList(b)) return null;
  for (const [index, item] of a.entries()) {
    if (index >= b.length) return 1;
    if (equals(item, b[index]!) === true) continue;
    return compare(item, b[index]!);
  }
  return a.length - b.length;
}

/** By code points, as UTF-8 sorts. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** Compares any two values, for ORDER BY: null is the largest. */
export function order(a: Value, b: Value): number {
  const [rankA, rankB] = [rankOf(a), rankOf(b)];
  if (rankA !== rankB) return rankA - rankB;
  if (isList(a) && isList(b)) return orderLists(a, b);
  if (a instanceof PathValue && b instanceof PathValue)
    return orderLists([...a.nodes, ...a.edges], [...b.nodes, ...b.edges]);
  if (a instanceof NodeValue && b instanceof NodeValue) return a.node - b.node;
  if (a instanceof EdgeValue && b instanceof EdgeValue)
    return a.source - b.source || a.kind - b.kind || a.target - b.target || a.ordinal - b.ordinal;
  if (a instanceof Map && b instanceof Map) return orderLists([...a].flat(), [...b].flat());
  return compare(a, b) || 0;
}

function orderLists(a: readonly Value[], b: readonly Value[]): number {
  for (const [index, item] of a.entries()) {
    if (index >= b.length) return 1;
    const ordered = order(item, b[index]!);
    if (ordered !== 0) return ordered;
  }
  return a.length - b.length;
}

function rankOf(value: Value): number {
  if (value === null) return 10;
  if (typeof value === 'number' && Number.isNaN(value)) return 9;
  if (isNumber(value)) return 8;
  if (typeof value === 'boolean') return 7;
  if (typeof value === 'string') return 6;
  if (value instanceof DateTimeValue) return 5;
  if (value instanceof PathValue) return 4;
  if (isList(value)) return 3;
  if (value instanceof EdgeValue) return 2;
  return value instanceof NodeValue ? 1 : 0;
}

/** The same text for values that DISTINCT and grouping take as one: 1 and 1.0, null and null. */
export function keyOf(value: Value): string {
  if (value === null) return '-';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Number.isInteger(value) ? `i${BigInt(value)}` : `f${value}`;
  if (typeof value === 'bigint') return `i${value}`;
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (isList(value)) return `[${value.map(keyOf).join()}]`;
  if (value instanceof NodeValue) return `n${value.node}`;
  if (value instanceof EdgeValue) return edgeKey(value);
  if (value instanceof DateTimeValue) return `d${value.ms}`;
  if (value instanceof PathValue)
    return `p${value.nodes[0]?.node}${value.edges.map((edge) => `,${edgeKey(edge)}`).join('')}`;
  const entries = [...value].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${keyOf(item)}`).join()}}`;
}

function edgeKey({ source, kind, target, ordinal }: EdgeValue): string {
  return `e${source}.${kind}.${target}.${ordinal}`;
}

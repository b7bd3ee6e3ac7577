import {
  DateTimeValue,
  EdgeValue,
  isList,
  isNumber,
  NodeValue,
  PathValue,
  TemporalValue,
  type Value,
} from '../../../src/graph/cypher/data/values.js';

/** Null: it is unknown. */
export function isEqual(left: Value, right: Value): boolean | null {
  if (left === null || right === null) return null;
  if (!isList(left) || !isList(right)) return shown(left) === shown(right);
  if (left.length !== right.length) return false;
  const results = left.map((item, index) => isEqual(item, right[index]!));
  return results.includes(false) ? false : results.includes(null) ? null : true;
}

/** Negative if the left one is less; null if values of these types have no order. */
export function comparison(left: Value, right: Value): number | null {
  if (isNumber(left) && isNumber(right)) return Number(left) - Number(right);
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  return left instanceof DateTimeValue && right instanceof DateTimeValue ? left.ms - right.ms : null;
}

/** For ORDER BY: texts, then booleans, then numbers, then null. Other types are not sorted by. */
export function sortOrder(left: Value, right: Value): number {
  return rank(left) - rank(right) || (comparison(left, right) ?? 0);
}

function rank(value: Value): number {
  if (value === null) return 3;
  return typeof value === 'string' ? 0 : typeof value === 'boolean' ? 1 : 2;
}

/** The same text for the same value. Lists are sorted, because `collect` has no order. */
export function shown(value: Value): string {
  if (value === null) return 'null';
  if (isList(value)) return `[${value.map(shown).toSorted().join()}]`;
  if (value instanceof NodeValue) return `(${value.node})`;
  if (value instanceof EdgeValue) return `[:${value.ordinal}]`;
  if (value instanceof PathValue) return `<${value.nodes.map(shown).join('-')}|${value.edges.map(shown).join('-')}>`;
  if (value instanceof TemporalValue) return value.text;
  if (isNumber(value)) return String(Number(value));
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${[...value].map(([key, item]) => `${key}:${shown(item)}`).toSorted().join()}}`; // prettier-ignore
}

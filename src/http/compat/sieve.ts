import { type Defect, type Fault, InvalidInputError } from '../../base/errors.js';
import { column } from '../list/columns.js';
import { type FilterText, parseFilter } from '../list/parse-filter.js';
import { isTrueWord, type ValueKindName } from '../list/value-kinds.js';
import { instantOf } from '../rfc3339.js';
import { timeOrZero } from './absent-values.js';
import { isJsonObject, type JsonObject } from './json.js';

/**
 * Columns that a list is filtered and sorted by after it was read: those of short lists that have no pages, and those that
 * have the same value in every row.
 */
export type Sieve = Readonly<Record<string, ValueKindName>>;

type Filter = Exclude<FilterText, { readonly fault: Defect }>;

/**
 * The rows that pass the filters of a query, in its order.
 * @param valuesOf the values of a row by column
 * @throws InvalidInputError
 */
export function sieved<T>(
  rows: readonly T[],
  sieve: Sieve,
  query: URLSearchParams,
  valuesOf: (row: T) => JsonObject,
): readonly T[] {
  const faults: Fault[] = [];
  let kept = rows;
  for (const [name, text] of query) {
    const kind = Object.hasOwn(sieve, name) ? sieve[name] : undefined;
    if (!kind) continue;
    const filter = parseFilter(text, column[kind]('', 'nullable'));
    if ('fault' in filter) faults.push({ ...filter.fault, context: `query.${name}` });
    else kept = kept.filter((row) => passes(comparable(valuesOf(row)[name], kind), filter, kind));
  }
  if (faults.length > 0) throw new InvalidInputError(faults);
  for (const text of query.getAll('sort_by').toReversed()) {
    const name = text.replace(/^-/, '');
    const kind = Object.hasOwn(sieve, name) ? sieve[name] : undefined;
    if (!kind) continue;
    const direction = text.startsWith('-') ? -1 : 1;
    const keyOf = (row: T) => comparable(valuesOf(row)[name], kind);
    kept = kept.toSorted((one, other) => compare(keyOf(one), keyOf(other), direction));
  }
  return kept;
}

/** As SQL would decide; `neq` keeps rows without a value. */
function passes(value: string | number | null, { predicate, value: wanted }: Filter, kind: ValueKindName): boolean {
  if (wanted === null) return (value === null) === (predicate === 'eq');
  if (value === null) return predicate === 'neq';
  const other = comparable(wanted, kind);
  if (predicate === '~eq') return String(value).toLowerCase().includes(wanted.toLowerCase());
  if (other === null || predicate === 'eq') return value === other;
  if (predicate === 'neq') return value !== other;
  if (predicate.startsWith('gt')) return value > other || (predicate === 'gte' && value === other);
  return value < other || (predicate === 'lte' && value === other);
}

/** Nulls last, whatever the direction. */
function compare(one: string | number | null, other: string | number | null, direction: number): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -direction : direction;
}

function comparable(value: unknown, kind: ValueKindName): string | number | null {
  const plain = isJsonObject(value) ? value['Time'] : value;
  if (
    plain === timeOrZero(null) ||
    (typeof plain !== 'string' && typeof plain !== 'number' && typeof plain !== 'boolean')
  )
    return null;
  const text = String(plain);
  if (kind === 'timestamp') return instantOf(text) ?? null;
  if (kind === 'boolean') return String(isTrueWord(text));
  if (kind === 'uuid') return text.toLowerCase();
  return kind === 'integer' ? Number(text) : text;
}

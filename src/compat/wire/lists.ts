import { isJsonObject, type JsonObject } from '../../base/values/json-object.js';
import { timeOrZero } from './values.js';
import type { ItemForm } from './schemas.js';
import { type Defect, type Fault, faultAt, InvalidInputError } from '../../base/errors.js';
import { column } from '../../http/list/list-description.js';
import { type FilterText, parseFilter } from '../../http/list/parse-list.js';
import { flagText } from '../../http/input/parameter-text.js';
import type { ValueTypeName } from '../../http/list/value-types.js';
import { instantOf, wholeTime } from '../../http/input/date-time.js';

/** The parts of a request that the conversion of its answer needs. */
export interface Asked {
  /** The path of our operation. */
  readonly path: string;
  /** The query as received. */
  readonly query: URLSearchParams;
  /** The list is sent page by page, so that no page is too long. */
  readonly isWhole?: boolean;
}

/** Converts one item of our answer, after {@link withoutValidWrappers}, to an item of the reference product. */
export type ReshapeItem = ((item: JsonObject, asked: Asked) => JsonObject) & {
  /** What the conversion makes of the schemas of an item; absent: nothing. */
  readonly form?: ItemForm;
};

/** For items that need no conversion except {@link withoutValidWrappers}, which is applied to every answer that differs. */
export const unwrappedOnly: ReshapeItem = (item) => item;

/** The differences of a list. */
export interface ListForm {
  /** The member of `data` that contains the list. If absent, `data` is the list. */
  readonly name?: string;
  /**
   * Which product pages the list. With `ours`, the reference product returns the whole list, and so does this service unless the query
   * has `skip` or `limit`.
   */
  readonly pages: 'both' | 'ours' | 'none';
  /** Page size without `limit` in the query; our default if absent. */
  readonly limit?: number;
}

/** In the reference product, a limit of 0 is no limit. */
export function withoutZeroLimit(query: string): string {
  return query
    .split('&')
    .filter((piece) => piece !== 'limit=0')
    .join('&');
}

/** Most results of one answer. A longer list without a limit is refused, so that no program mistakes a part for the whole. */
export const maxResults = 50_000;

/** The query for our operation. In the reference product, both no limit and a limit of 0 return everything. */
export function ourPage(query: string, form: ListForm): string {
  if (form.pages === 'none') return query;
  const given = new URLSearchParams(query).getAll('limit');
  if (given.length === 0) {
    const taken = form.pages === 'ours' ? maxResultsOf(form) : form.limit;
    return taken === undefined ? query : `${query}${query && '&'}limit=${taken}`;
  }
  if (!given.every((it) => it === '0')) return query;
  return query.replaceAll(/(?<=^|&)limit=0(?=&|$)/g, `limit=${maxResultsOf(form)}`);
}

function maxResultsOf({ pages, limit }: ListForm): number {
  return pages === 'ours' && limit !== undefined ? limit : maxResults;
}

/**
 * @param page the page of our operation
 * @param rows its items, before and after conversion
 * @throws InvalidInputError if the query has no limit and the list is longer than one answer
 */
export function theirList(
  page: JsonObject,
  rows: readonly { readonly ours: JsonObject; readonly theirs: JsonObject }[],
  form: ListForm,
  columns: InMemoryColumns,
  { query, isWhole }: Asked,
): JsonObject {
  const { count, skip, limit, data: _, ...more } = page;
  const isUnlimited = query.get('limit') === '0' || (form.pages === 'ours' && !query.has('limit'));
  if (isUnlimited && !isWhole && typeof count === 'number' && count > Number(skip) + rows.length)
    refuse(count, maxResultsOf(form));
  const kept = filteredAndSorted(rows, columns, query, ({ ours, theirs }) => ({ ...ours, ...theirs }));
  const items = kept.map(({ theirs }) => theirs);
  const data = form.name === undefined ? items : { [form.name]: items };
  if (!isPage(form, query)) return { ...more, data };
  // An in-memory column of a page has one value in all rows, so it keeps all rows or none.
  const isNone = kept.length === 0 && rows.length > 0;
  return { count: isNone ? 0 : count, skip, limit: isUnlimited ? 0 : limit, ...more, data };
}

/** Whether the answer has `count`, `skip` and `limit`. */
function isPage({ pages }: ListForm, query: URLSearchParams): boolean {
  return pages === 'both' || (pages === 'ours' && (query.has('limit') || query.has('skip')));
}

function refuse(count: number, max: number): never {
  throw InvalidInputError.at(
    'query.invalid_value',
    'query.limit',
    `there are ${count} results, and one answer has at most ${max} of them; ask for pages with skip and limit`,
  );
}

/**
 * Columns by which this service filters and sorts a list after reading it: the columns of short lists without pages, and columns with
 * the same value in every row.
 */
export type InMemoryColumns = Readonly<Record<string, ValueTypeName>>;

type Filter = Exclude<FilterText, { readonly fault: Defect }>;

/**
 * Returns the rows that match the filters of a query, sorted by it.
 * @param valuesOf the values of a row by column
 * @throws InvalidInputError
 */
export function filteredAndSorted<T>(
  rows: readonly T[],
  columns: InMemoryColumns,
  query: URLSearchParams,
  valuesOf: (row: T) => JsonObject,
): readonly T[] {
  const faults: Fault[] = [];
  let kept = rows;
  for (const [name, text] of query) {
    const type = Object.hasOwn(columns, name) ? columns[name] : undefined;
    if (!type) continue;
    const filter = parseFilter(text, column[type]('', 'nullable'));
    if ('fault' in filter) faults.push(faultAt(`query.${name}`, filter.fault));
    else kept = kept.filter((row) => passes(comparable(valuesOf(row)[name], type), filter, type));
  }
  if (faults.length > 0) throw new InvalidInputError(faults);
  for (const text of query.getAll('sort_by').toReversed()) {
    const name = text.replace(/^-/, '');
    const type = Object.hasOwn(columns, name) ? columns[name] : undefined;
    if (!type) continue;
    const direction = text.startsWith('-') ? -1 : 1;
    const keyOf = (row: T) => comparable(valuesOf(row)[name], type);
    kept = kept.toSorted((one, other) => compare(keyOf(one), keyOf(other), direction));
  }
  return kept;
}

/** Compares like the SQL of lists; `neq` keeps rows without a value. */
function passes(value: string | number | null, { predicate, value: wanted }: Filter, type: ValueTypeName): boolean {
  if (wanted === null) return (value === null) === (predicate === 'eq');
  if (value === null) return predicate === 'neq';
  const other = comparable(wanted, type);
  if (predicate === '~eq') return String(value).toLowerCase().includes(wanted.toLowerCase());
  if (other === null || predicate === 'eq') return value === other;
  if (predicate === 'neq') return value !== other;
  if (predicate.startsWith('gt')) return value > other || (predicate === 'gte' && value === other);
  return value < other || (predicate === 'lte' && value === other);
}

/** Nulls last in both directions. */
function compare(one: string | number | null, other: string | number | null, direction: number): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -direction : direction;
}

function comparable(value: unknown, type: ValueTypeName): string | number | null {
  const plain = isJsonObject(value) ? value['Time'] : value;
  if (
    plain === timeOrZero(null) ||
    (typeof plain !== 'string' && typeof plain !== 'number' && typeof plain !== 'boolean')
  )
    return null;
  const text = String(plain);
  if (type === 'timestamp') return instantOf(wholeTime(text)) ?? null;
  if (type === 'boolean') return String(flagText.isTrue(text));
  if (type === 'uuid') return text.toLowerCase();
  return type === 'integer' ? Number(text) : text;
}

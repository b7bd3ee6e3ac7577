import { type Defect, type Fault, faultAt } from '../../base/errors.js';
import { type QueryParameters, readSingle } from '../input/route-inputs.js';
import {
  type Column,
  type Filter,
  type ListDescription,
  type ListRequest,
  maxLimit,
  type Order,
  type Page,
} from './list-description.js';
import { isTrueWord, type Predicate, predicates, valueTypes } from './value-types.js';

/**
 * Reads the parameters of a list from a query. Every fault of a known parameter goes into `faults`; InputGuard reports unknown parameters.
 * @param maxResults largest accepted `limit`
 */
export function parseList<C extends string, F extends string>(
  query: QueryParameters,
  list: ListDescription<C, F>,
  faults: Fault[],
  maxResults?: number,
): ListRequest<C, F> {
  const filters = parseFilters(query, list, faults);
  const order: Order<C>[] = [];
  const flags: Record<F, boolean> = { ...list.flags };
  for (const [name, text] of query) if (name === 'sort_by') readOrder(text, list, order, faults);
  if (order.length === 0) for (const text of list.defaultSort) readOrder(text, list, order, faults);
  for (const name of Object.keys(flags))
    if (isKey(flags, name)) flags[name] = readFlag(query, name, flags[name], faults);
  return { filters, order, ...readPage(query, list.defaultLimit, maxResults, faults), flags };
}

/** Reads `skip` and `limit`. @param maxResults largest accepted `limit` */
export function readPage(
  query: QueryParameters,
  defaultLimit: number,
  maxResults: number | undefined,
  faults: Fault[],
): Page {
  return {
    skip: readCount(query, 'skip', 0, Number.MAX_SAFE_INTEGER, faults),
    limit: readCount(query, 'limit', defaultLimit, maxResults ?? maxLimit, faults),
  };
}

/** Reads the filters of a list from a query. */
export function parseFilters<C extends string>(
  query: QueryParameters,
  list: ListDescription<C>,
  faults: Fault[],
): Filter<C>[] {
  const filters: Filter<C>[] = [];
  for (const [name, text] of query) if (isKey(list.columns, name)) readFilter(name, text, list, filters, faults);
  return filters;
}

/** Names of the query parameters of a list. */
export function listParameterNames(list: ListDescription): string[] {
  const filterable = Object.entries(list.columns).flatMap(([name, { filterable: is }]) => (is ? [name] : []));
  return ['sort_by', ...filterable, ...Object.keys(list.flags), 'skip', 'limit'];
}

export function sortableColumns(list: ListDescription): string[] {
  return Object.entries(list.columns).flatMap(([name, { sortable }]) => (sortable ? [name] : []));
}

function isKey<K extends string>(record: Readonly<Record<K, unknown>>, name: string): name is K {
  return Object.hasOwn(record, name);
}

function readOrder<C extends string>(text: string, list: ListDescription<C>, order: Order<C>[], faults: Fault[]): void {
  const descending = text.startsWith('-');
  const name = descending ? text.slice(1) : text;
  if (isKey(list.columns, name) && list.columns[name].sortable) {
    order.push({ column: name, descending });
    return;
  }
  const message = `${JSON.stringify(name)} can't be sorted by; sortable are ${sortableColumns(list).join(', ')}`;
  faults.push({ code: 'list.unsortable', context: 'query.sort_by', message });
}

function readFilter<C extends string>(
  name: C,
  text: string,
  list: ListDescription<C>,
  filters: Filter<C>[],
  faults: Fault[],
): void {
  // InputGuard already refuses the filter as an unknown parameter.
  if (!list.columns[name].filterable) return;
  const filter = parseFilter(text, list.columns[name]);
  if ('fault' in filter) faults.push(faultAt(`query.${name}`, filter.fault));
  else filters.push({ column: name, ...filter });
}

/** Reads an integer from `min` to `max`. */
export function readCount(
  query: QueryParameters,
  name: string,
  byDefault: number,
  max: number,
  faults: Fault[],
  min = 0,
): number {
  const text = readSingle(query, name, faults);
  if (text === undefined) return byDefault;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  const message = `${JSON.stringify(text)} is not valid; it takes an integer from ${min} to ${max}`;
  faults.push({ code: 'query.invalid_value', context: `query.${name}`, message });
  return byDefault;
}

export type FilterText = { readonly predicate: Predicate; readonly value: string | null } | { readonly fault: Defect };

/**
 * Reads `[<predicate>:]<value>` for a column. The text before the first colon is a predicate only if it is one of the seven words, so a
 * timestamp without a predicate is a value.
 */
export function parseFilter(text: string, column: Column): FilterText {
  const type = valueTypes[column.type];
  const { predicate, value } = split(text);
  if (!type.predicates.includes(predicate)) {
    const message = `the predicate ${predicate} does not apply to the type ${type.name}; it takes ${type.predicates.join(', ')}`;
    return { fault: { code: 'filter.invalid_predicate', message } };
  }
  if (value === 'null' && column.nullable && (predicate === 'eq' || predicate === 'neq'))
    return { predicate, value: null };
  const { values } = column;
  if (values ? !isAmong(values, predicate, value) : !type.accepts(value)) {
    const allowed = values ? `one of ${values.join(', ')}` : type.allowed;
    const prefixes = type.predicates.map((it) => `${it}:`).join(' ');
    const fault = `${JSON.stringify(value)} is not valid; it takes ${allowed}, optionally after ${prefixes}`;
    const suggestion = type.suggestion?.(value);
    const message = suggestion === undefined ? fault : `${fault}; ${suggestion}`;
    return { fault: { code: 'filter.invalid_value', message } };
  }
  return { predicate, value };
}

/** `~eq` accepts a part of a value, without case. */
function isAmong(values: readonly string[], predicate: Predicate, value: string): boolean {
  if (predicate !== '~eq') return values.includes(value);
  return value !== '' && values.some((it) => it.toLowerCase().includes(value.toLowerCase()));
}

function split(text: string): { predicate: Predicate; value: string } {
  const colon = text.indexOf(':');
  const word = predicates.find((it) => it === text.slice(0, Math.max(colon, 0)));
  return word ? { predicate: word, value: text.slice(colon + 1) } : { predicate: 'eq', value: text };
}

const { accepts, allowed } = valueTypes.boolean;

/** Reads a boolean parameter of the query. */
export function readFlag(query: QueryParameters, name: string, byDefault: boolean, faults: Fault[]): boolean {
  return readOptionalFlag(query, name, faults) ?? byDefault;
}

/** @returns undefined if the parameter is absent, or invalid, which is a fault */
export function readOptionalFlag(query: QueryParameters, name: string, faults: Fault[]): boolean | undefined {
  const text = readSingle(query, name, faults);
  if (text === undefined || accepts(text)) return text === undefined ? undefined : isTrueWord(text);
  faults.push({
    code: 'query.invalid_value',
    context: `query.${name}`,
    message: `${JSON.stringify(text)} is not valid; it takes ${allowed}`,
  });
  return undefined;
}

/** The schema of {@link readOptionalFlag} for the OpenAPI document. */
export const optionalFlagSchema = { type: 'boolean' } as const;

/** The schema of {@link readFlag} for the OpenAPI document. */
export function flagSchema(byDefault: boolean) {
  return { ...optionalFlagSchema, default: byDefault } as const;
}

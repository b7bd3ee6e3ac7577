import { type Defect, fault, type Fault, faultAt } from '../../base/errors.js';
import { closestNames } from '../../base/values/closest-names.js';
import { readFlag, readInteger } from '../input/parameters.js';
import type { QueryParameters } from '../input/route-inputs.js';
import {
  type Column,
  type Filter,
  type ListDescription,
  type ListRequest,
  maxLimit,
  type Order,
  type Page,
} from './list-description.js';
import { type Predicate, predicates, valueTypes } from './value-types.js';

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
    if (isKey(flags, name)) flags[name] = readFlag(query, name, faults) ?? flags[name];
  return { filters, order, ...readPage(query, list.defaultLimit, maxResults, faults), flags };
}

/** Reads `skip` and `limit`. @param maxResults largest accepted `limit` */
export function readPage(query: QueryParameters, defaultLimit: number, maxResults = maxLimit, faults: Fault[]): Page {
  return {
    skip: readInteger(query, 'skip', skips, faults) ?? 0,
    limit: readInteger(query, 'limit', { minimum: 0, maximum: maxResults }, faults) ?? defaultLimit,
  };
}

/** The values of `skip`. */
export const skips = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

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
  const [near] = closestNames(name.replace(/^props\./, ''), sortableColumns(list), 1, 2);
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  const message = `${JSON.stringify(name)} can't be sorted by${hint}; sortable are ${sortableColumns(list).join(', ')}`;
  faults.push(fault('list.unsortable', 'query.sort_by', message));
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
    const reason = `${JSON.stringify(value)} is not valid; it takes ${allowed}, optionally after ${prefixes}`;
    const suggestion = type.suggestion?.(value);
    const message = suggestion === undefined ? reason : `${reason}; ${suggestion}`;
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

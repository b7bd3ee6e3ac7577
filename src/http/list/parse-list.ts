import type { Fault } from '../../base/errors.js';
import { type QueryParameters, readSingle } from '../input/query-parameters.js';
import { readFlag } from './flag.js';
import { type Filter, type ListDescription, type ListRequest, maxLimit, type Order } from './list-description.js';
import { parseFilter } from './parse-filter.js';

/**
 * Reads the parameters of a list out of a query. Every fault is reported; parameters that the
 * list does not know are left to the caller, who knows what else the route takes.
 */
export function parseList<C extends string, F extends string>(
  query: QueryParameters,
  list: ListDescription<C, F>,
  faults: Fault[],
  mostResults = maxLimit,
): ListRequest<C, F> {
  const filters: Filter<C>[] = [];
  const order: Order<C>[] = [];
  const flags: Record<F, boolean> = { ...list.flags };
  for (const [name, text] of query) {
    if (name === 'sort_by') readOrder(text, list, order, faults);
    else if (isKey(list.columns, name)) readFilter(name, text, list, filters, faults);
  }
  if (order.length === 0) for (const text of list.defaultSort) readOrder(text, list, order, faults);
  for (const name of Object.keys(flags))
    if (isKey(flags, name)) flags[name] = readFlag(query, name, flags[name], faults);
  const skip = readCount(query, 'skip', 0, Number.MAX_SAFE_INTEGER, faults);
  const limit = readCount(query, 'limit', list.defaultLimit, mostResults, faults);
  return { filters, order, skip, limit, flags };
}

/** Names of the query parameters that a list takes. */
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
  if (!list.columns[name].filterable) return;
  const filter = parseFilter(text, list.columns[name]);
  if ('fault' in filter) faults.push({ ...filter.fault, context: `query.${name}` });
  else filters.push({ column: name, ...filter });
}

function readCount(query: QueryParameters, name: string, byDefault: number, most: number, faults: Fault[]): number {
  const text = readSingle(query, name, faults);
  if (text === undefined) return byDefault;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= most) return value;
  const message = `${JSON.stringify(text)} is not valid; it takes an integer from 0 to ${most}`;
  faults.push({ code: 'query.invalid_value', context: `query.${name}`, message });
  return byDefault;
}

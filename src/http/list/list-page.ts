import type { Database } from '../../database/database.js';
import { numberToken, objectToken, plainTextToken } from '../../database/sql/json-token.js';
import type { JsonText } from '../json-text.js';
import { oneJsonOf } from './json-of.js';
import type { Column, Filter, ListDescription, ListRequest, Page } from './list-description.js';
import { type Poll, type PolledTable, pollSql } from './polling.js';
import { valueTypes } from './value-types.js';

/** The SQL of the rows and of one item. It must not contain text of a client. */
interface PageSource {
  /** The FROM clause without its keyword. The columns of the list use its names. */
  readonly from: string;
  /** Token (src/database/sql/json-token.ts) of one element of `data`. */
  readonly item: string;
  /** Parameters of `from` and `item`: $1, $2 ... */
  readonly values?: readonly (string | number | boolean)[];
  /** Tokens of further members of the envelope, between `limit` and `data`. */
  readonly more?: Readonly<Record<string, string>>;
}

/**
 * Returns one page as `{ count, skip, limit, data }`. One statement computes count and rows, so that both are of one state of the
 * database. PostgreSQL writes the JSON.
 */
export function listPage<C extends string>(
  database: Database,
  list: ListDescription<C>,
  request: ListRequest<C>,
  source: PageSource,
): Promise<JsonText> {
  if (list.polled && request.poll)
    return polledPage(database, list, list.polled, { ...request, poll: request.poll }, source);
  const { from, item, values = [], more = {} } = source;
  const { where, orderBy, page, values: all } = listSql(list, request, values);
  const rows = `SELECT ${item} AS item FROM ${from} WHERE ${where} ORDER BY ${orderBy} ${page}`;
  const envelope = objectToken({
    count: numberToken(`(SELECT count(*) FROM ${from} WHERE ${where})`),
    skip: numberToken(`$${all.length - 1}::bigint`),
    limit: numberToken(`$${all.length}::bigint`),
    ...more,
    data: `(SELECT '[' || COALESCE(string_agg(item, ','), '') || ']' FROM (${rows}) rows)`,
  });
  // Prepared only if few texts are possible, so that clients cannot fill the memory of the connections with statements.
  const isPrepared = request.filters.length === 0 && request.order.length <= 1;
  return oneJsonOf(database, `SELECT ${envelope}`, all, { isPrepared });
}

/** The page after a cursor, with the next cursor. */
async function polledPage<C extends string>(
  database: Database,
  list: ListDescription<C>,
  polled: PolledTable,
  { poll, filters, limit }: ListRequest<C> & { readonly poll: Poll },
  { from, item, values = [] }: PageSource,
): Promise<JsonText> {
  const all = [...values];
  const { begin, isLater, order, cursor } = await pollSql(database, polled, poll, (value) => `$${all.push(value)}`);
  const where = `${filterSql(list, filters, all)} AND ${isLater}`;
  const most = `$${all.push(limit)}::bigint`;
  const envelope = objectToken({
    count: numberToken(`(SELECT count(*) FROM ${from} WHERE ${where})`),
    skip: numberToken('0'),
    limit: numberToken(most),
    cursor: plainTextToken(cursor(most)),
    data: `'[' || COALESCE(string_agg(rows.item, ','), '') || ']'`,
  });
  const rows = `SELECT ${item} AS item, ${order} AS number FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ${most}`;
  const sql = `WITH begin AS (${begin}) SELECT ${envelope} FROM (${rows}) rows`;
  return oneJsonOf(database, sql, all, { isPrepared: filters.length === 0 });
}

/** A page whose items are objects of JavaScript. */
export interface PageOf<T> extends Page {
  readonly count: number;
  readonly data: readonly T[];
}

export interface ListSql {
  /** A condition for WHERE; `true` without filters. */
  readonly where: string;
  /** The ORDER BY clause without its keyword. It ends with the tie-breaker, so that pages never overlap. */
  readonly orderBy: string;
  /** Placeholders of the page: `OFFSET $n LIMIT $m`. */
  readonly page: string;
  readonly values: readonly (string | number | boolean)[];
}

/**
 * Returns the SQL of a list request. Its text contains only expressions of the description; every value is a parameter.
 * @param values earlier parameters of the statement
 */
export function listSql<C extends string>(
  list: ListDescription<C>,
  request: Pick<ListRequest<C>, 'filters' | 'order' | 'skip' | 'limit'>,
  values: readonly (string | number | boolean)[] = [],
): ListSql {
  const all = [...values];
  const where = filterSql(list, request.filters, all);
  const bind = (value: number) => `$${all.push(value)}`;
  const order = request.order.map(({ column, descending }) => {
    const { sql, sortSql = sql } = list.columns[column];
    return `${sortSql} ${descending ? 'DESC' : 'ASC'} NULLS LAST`;
  });
  return {
    where,
    orderBy: [...order, list.tieBreaker].join(', '),
    page: `OFFSET ${bind(request.skip)} LIMIT ${bind(request.limit)}`,
    values: all,
  };
}

/** A condition for WHERE; `true` without filters. @param values of the statement; the values of the filters are added */
export function filterSql<C extends string>(
  list: Pick<ListDescription<C>, 'columns'>,
  filters: ListRequest<C>['filters'],
  values: (string | number | boolean)[],
): string {
  const bind = (value: string | boolean) => `$${values.push(value)}`;
  return filters.map((filter) => condition(list.columns[filter.column], filter, bind)).join(' AND ') || 'true';
}

/** `neq` is the complement of `eq`, so it keeps null. The comparisons exclude null. */
function condition(column: Column, { predicate, value }: Filter, bind: (value: string | boolean) => string): string {
  const { sql } = column;
  if (value === null) return `${sql} IS ${predicate === 'eq' ? '' : 'NOT '}NULL`;
  const type = valueTypes[column.type];
  if (predicate === '~eq') return `${sql} ILIKE ${bind(`%${escapeLike(value)}%`)}`;
  const operator = predicate === 'neq' && column.nullable ? 'IS DISTINCT FROM' : operators[predicate];
  return `${sql} ${operator} ${bind(type.toSql(value))}::${type.sqlType}`;
}

const operators = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** Escapes a text for LIKE and ILIKE. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

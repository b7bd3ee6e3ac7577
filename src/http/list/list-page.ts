import type { Database } from '../../database/database.js';
import { numberToken, objectToken } from '../../database/json-token.js';
import { JsonText } from '../json-text.js';
import type { Column, Filter, ListDescription, ListRequest } from './list-description.js';
import { valueKinds } from './value-kinds.js';

/** Where the rows of a list come from and how one looks on the wire; SQL that the product wrote, never a client's text. */
export interface PageSource {
  /** What stands behind FROM; its names are those that the columns of the list use. */
  readonly from: string;
  /** Token (src/database/json-token.ts) of one element of `data`. */
  readonly item: string;
  /** Parameters that `from` and `item` use: $1, $2 ... */
  readonly values?: readonly (string | number | boolean)[];
  /** Tokens of what the envelope has between `limit` and `data`. */
  readonly more?: Readonly<Record<string, string>>;
}

/**
 * One page as `{ count, skip, limit, data }`: the count and the rows come out of one statement, so that they are of one state of the
 * database, and PostgreSQL writes the JSON.
 */
export async function listPage<C extends string>(
  database: Database,
  list: ListDescription<C>,
  request: ListRequest<C>,
  { from, item, values = [], more = {} }: PageSource,
): Promise<JsonText> {
  const { where, orderBy, page, values: all } = listSql(list, request, values);
  const rows = `SELECT ${item} AS item FROM ${from} WHERE ${where} ORDER BY ${orderBy} ${page}`;
  const envelope = objectToken({
    count: numberToken(`(SELECT count(*) FROM ${from} WHERE ${where})`),
    skip: numberToken(`$${all.length - 1}::bigint`),
    limit: numberToken(`$${all.length}::bigint`),
    ...more,
    data: `(SELECT '[' || COALESCE(string_agg(item, ','), '') || ']' FROM (${rows}) rows)`,
  });
  // Prepared where the text can be one of few only, so that clients can't fill the memory of the connections with statements.
  const isPrepared = request.filters.length === 0 && request.order.length <= 1;
  const json = await database.textAs((it) => JsonText.passing(it), `SELECT ${envelope}`, all, { isPrepared });
  if (!json) throw new Error('a page has one row');
  return json;
}

export interface ListSql {
  /** A condition for WHERE; `true` where nothing is filtered. */
  readonly where: string;
  /** What stands behind ORDER BY; ends with the tie-breaker, so that pages never overlap. */
  readonly orderBy: string;
  /** Placeholders of the page: `OFFSET $n LIMIT $m`. */
  readonly page: string;
  readonly values: readonly (string | number | boolean)[];
}

/**
 * The SQL of a list request. Only the declaration's own expressions get into the text; every value is a parameter.
 * @param values parameters that the statement has already, before those of the list
 */
export function listSql<C extends string>(
  list: ListDescription<C>,
  request: Pick<ListRequest<C>, 'filters' | 'order' | 'skip' | 'limit'>,
  values: readonly (string | number | boolean)[] = [],
): ListSql {
  const all = [...values];
  const bind = (value: string | number | boolean) => `$${all.push(value)}`;
  const conditions = request.filters.map((filter) => condition(list.columns[filter.column], filter, bind));
  const order = request.order.map(
    ({ column, descending }) => `${list.columns[column].sql} ${descending ? 'DESC' : 'ASC'} NULLS LAST`,
  );
  return {
    where: conditions.join(' AND ') || 'true',
    orderBy: [...order, list.tieBreaker].join(', '),
    page: `OFFSET ${bind(request.skip)} LIMIT ${bind(request.limit)}`,
    values: all,
  };
}

/** `neq` is the complement of `eq`: it keeps the rows where the column is null. The comparisons leave those out. */
function condition(column: Column, { predicate, value }: Filter, bind: (value: string | boolean) => string): string {
  const { sql } = column;
  if (value === null) return `${sql} IS ${predicate === 'eq' ? '' : 'NOT '}NULL`;
  const kind = valueKinds[column.kind];
  if (predicate === '~eq') return `${sql} ILIKE ${bind(`%${escapeLike(value)}%`)}`;
  const operator = predicate === 'neq' && column.nullable ? 'IS DISTINCT FROM' : operators[predicate];
  return `${sql} ${operator} ${bind(kind.toSql(value))}::${kind.sqlType}`;
}

const operators = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

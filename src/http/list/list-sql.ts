import type { Column } from './columns.js';
import type { Filter, ListDescription, ListRequest } from './list-description.js';
import { valueKinds } from './value-kinds.js';

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

import type { Database } from '../../database/database.js';
import { numberToken, objectToken } from '../../database/json-token.js';
import { JsonText } from '../json-text.js';
import type { ListDescription, ListRequest } from './list-description.js';
import { listSql } from './list-sql.js';

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

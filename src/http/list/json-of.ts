import type { Database, SqlValue } from '../../database/database.js';
import { JsonText } from '../json-text.js';

/** Returns the JSON that a statement writes as its one column; null if there is no row. */
export function jsonOf(
  database: Database,
  sql: string,
  values?: readonly SqlValue[],
  options?: { readonly isPrepared: boolean },
): Promise<JsonText | null> {
  return database.textAs((it) => JsonText.singleUse(it), sql, values, options);
}

/** As {@link jsonOf}, for a statement that always has a row, such as a page or a sum. */
export function oneJsonOf(...statement: Parameters<typeof jsonOf>): Promise<JsonText> {
  return jsonOf(...statement).then((json) => {
    if (!json) throw new Error('the statement returned no row');
    return json;
  });
}

import type { SqlRunner } from '../../database/database.js';

/** An index that is made anew is another relation. */
export interface StoredIndex {
  readonly oid: number;
  readonly definition: string;
}

export function indexesOf(on: SqlRunner, table: string): Promise<StoredIndex[]> {
  return on.query(
    `SELECT indexrelid AS oid, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index WHERE indrelid = $1::regclass ORDER BY 2`,
    [table],
  );
}

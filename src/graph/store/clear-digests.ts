import type { SqlRunner } from '../../database/database.js';

const clear = `
  UPDATE collector_record SET digest = NULL
  WHERE digest IS NOT NULL AND (owner = ANY ($1::int[]) OR id = ANY ($2::int[]))`;

/**
 * Clears the digests of records, because the graph may no longer contain their statements. So they are read when they come again
 * (docs/adr/0035-edge-lists.md).
 * @param owners nodes whose lists hold other edges: all of their records
 */
export async function clearDigests(tx: SqlRunner, owners: Iterable<number>, records: Iterable<number>): Promise<void> {
  const values = [[...owners], [...records]];
  if (values.some(({ length }) => length > 0)) await tx.query(clear, values);
}

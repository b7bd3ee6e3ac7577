import { isLockDenied } from '../../database/driver-errors.js';
import type { SqlRunner } from '../../database/database.js';

const insertNew = `
  INSERT INTO edge (source, target, kind, flags)
  SELECT source, target, kind, flags FROM merged_edge WHERE old IS NULL
  ORDER BY source, kind, target`;

/** Fewer rows are put into an index one by one sooner than it is dropped and made. */
const fewRows = 10_000;

/** To sort so many times as many rows costs as much as putting each at its place. */
const sharesToSort = 4;

/** To sort this many takes less than half a second; readers of edges wait so long, and for the rows themselves. */
const mostRows = 1_000_000;

const reverseIndex = `SELECT pg_get_indexdef('edge_reverse'::regclass) AS definition`;

/**
 * Inserts the new ones of `merged_edge`, in the order of the primary key. Where they are many beside those that are there, the index of the
 * other direction is made anew: sorting all costs a tenth of putting each row at its place (docs/adr/0005-graph-storage.md).
 */
export async function insertNewEdges(tx: SqlRunner, created: number): Promise<void> {
  const definition = created >= fewRows && (await isMuch(tx, created)) ? await dropReverseIndex(tx) : undefined;
  await tx.query(insertNew);
  if (definition) await tx.query(definition);
}

async function isMuch(tx: SqlRunner, created: number): Promise<boolean> {
  const [row] = await tx.query<{ edges: string }>('SELECT edges FROM graph_state');
  return Number(row?.edges) <= Math.min(sharesToSort * created, mostRows - created);
}

/** @returns how to make it again; undefined where it stays, since somebody reads the table just now, or only its owner may drop it. */
async function dropReverseIndex(tx: SqlRunner): Promise<string | undefined> {
  await tx.query('SAVEPOINT reverse_index');
  try {
    await tx.query('LOCK TABLE edge IN ACCESS EXCLUSIVE MODE NOWAIT');
    const [row] = await tx.query<{ definition: string }>(reverseIndex);
    await tx.query('DROP INDEX edge_reverse');
    await tx.query('RELEASE SAVEPOINT reverse_index');
    return row?.definition;
  } catch (error) {
    await tx.query('ROLLBACK TO SAVEPOINT reverse_index');
    if (isLockDenied(error)) return undefined;
    throw error;
  }
}

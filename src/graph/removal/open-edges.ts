import type { SqlRunner } from '../../database/database.js';
import type { GraphCriteria } from './selection.js';

const carries = (end: 'source' | 'target') => `coalesce(${end} -> 'kinds' ? $1, false) OR ${end} ->> 'kind' = $1`;

/** Forgets the edges that wait for a node and that no source has stated since a day, `2026-03-01`. */
export async function removeOpenEdgesBefore(tx: SqlRunner, day: string): Promise<void> {
  await tx.query('DELETE FROM open_edge WHERE seen < $1::date', [day]);
}

/** An edge that waits for a node must not bring back what is deleted. Its nodes are not there yet, so criteria on nodes do not match it. */
export async function removeOpenEdges(
  tx: SqlRunner,
  { source, isSourceless, edgeKinds, kinds, environment, notSeenSince }: GraphCriteria,
): Promise<void> {
  if (isSourceless || edgeKinds || kinds || environment !== undefined) return;
  if (source === undefined) await removeOpenEdgesBefore(tx, notSeenSince ?? 'infinity');
  else if (notSeenSince === undefined) {
    const [kind] = await tx.query<{ name: string }>('SELECT name FROM kind WHERE id = $1', [source]);
    if (kind) await tx.query(`DELETE FROM open_edge WHERE ${carries('source')} OR ${carries('target')}`, [kind.name]);
  }
}

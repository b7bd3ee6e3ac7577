import type { SqlRunner } from '../../database/database.js';

const carries = (end: 'source' | 'target') => `coalesce(${end} -> 'kinds' ? $1, false) OR ${end} ->> 'kind' = $1`;

/** Forgets the edges that no source has stated since `day` (`2026-03-01`). @returns how many */
export async function dropPendingBefore(tx: SqlRunner, day: string): Promise<number> {
  return counted(await tx.query('DELETE FROM pending_edge WHERE seen_on < $1::date RETURNING 1', [day]));
}

/** Forgets the edges of which an end is of a kind: those of a source, by its own kind. @returns how many */
export async function dropPendingOfKind(tx: SqlRunner, kind: string): Promise<number> {
  return counted(
    await tx.query(`DELETE FROM pending_edge WHERE ${carries('source')} OR ${carries('target')} RETURNING 1`, [kind]),
  );
}

function counted(rows: readonly unknown[]): number {
  return rows.length;
}

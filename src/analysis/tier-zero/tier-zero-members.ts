import type { SqlRunner } from '../../database/database.js';

/** Makes the stored members of tier zero equal to these. Under the write lock. @returns those who came or went */
export async function writeTierZero(tx: SqlRunner, members: ReadonlySet<number>): Promise<number[]> {
  const rows = await tx.query<{ id: number }>('SELECT node_id AS id FROM tier_zero_member');
  const stored = new Set(rows.map(({ id }) => id));
  const removed = [...stored].filter((id) => !members.has(id));
  const added = [...members].filter((id) => !stored.has(id));
  if (removed.length > 0) await tx.query('DELETE FROM tier_zero_member WHERE node_id = ANY ($1::int[])', [removed]);
  if (added.length > 0) await tx.query('INSERT INTO tier_zero_member SELECT unnest($1::int[])', [added]);
  return [...removed, ...added];
}

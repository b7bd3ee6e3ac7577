import type { SqlRunner } from '../../database/database.js';

/**
 * Locks all tiers against changes of their order, and raises their versions, because the members of a tier depend on the tiers before it.
 * @returns the number of tiers
 */
export async function lockTiers(tx: SqlRunner): Promise<number> {
  const tiers = await tx.query(
    `UPDATE asset_group SET selectors_version = selectors_version + 1
     WHERE id IN (SELECT id FROM asset_group WHERE position IS NOT NULL ORDER BY id FOR UPDATE) RETURNING id`,
  );
  return tiers.length;
}

/** Makes room for a new tier. */
export async function openPosition(tx: SqlRunner, position: number): Promise<void> {
  await tx.query('UPDATE asset_group SET position = position + 1 WHERE position >= $1', [position]);
}

/** Deletes a group and, if it is a tier, moves the later tiers up. @returns false if there is no such group */
export async function deleteGroup(tx: SqlRunner, id: number): Promise<boolean> {
  await lockTiers(tx);
  await tx.query(
    'UPDATE asset_group SET position = position - 1 WHERE position > (SELECT position FROM asset_group WHERE id = $1)',
    [id],
  );
  return (await tx.query('DELETE FROM asset_group WHERE id = $1 RETURNING id', [id])).length > 0;
}

/** Moves a tier, and the tiers in between by one. */
export async function moveTier(tx: SqlRunner, groupId: number, position: number): Promise<void> {
  await tx.query(
    `UPDATE asset_group SET position = CASE WHEN asset_group.id = $1 THEN $2
         WHEN moved.position < asset_group.position THEN asset_group.position - 1 ELSE asset_group.position + 1 END
     FROM asset_group moved WHERE moved.id = $1
       AND asset_group.position BETWEEN least(moved.position, $2) AND greatest(moved.position, $2)`,
    [groupId, position],
  );
}

import { TagType } from '../../../analysis/tier-zero/tag-type.js';
import { InvalidInputError } from '../../../base/errors.js';
import type { SqlRunner } from '../../../database/database.js';
import { tierZeroId } from '../../../analysis/tier-zero/system-groups.js';
import { isProtected } from './views.js';

/**
 * Locks all tiers against changes of their order, and raises their versions, because the members of a tier depend on the tiers before it.
 * @returns the number of tiers
 */
async function lockTiers(tx: SqlRunner): Promise<number> {
  const tiers = await tx.query(
    `UPDATE asset_group SET selectors_version = selectors_version + 1
     WHERE id IN (SELECT id FROM asset_group WHERE position IS NOT NULL ORDER BY id FOR UPDATE) RETURNING id`,
  );
  return tiers.length;
}

/**
 * Makes room for a new tier.
 * @param wanted undefined for the last
 * @throws InvalidInputError if it is not one of a tier
 */
export async function freePosition(tx: SqlRunner, wanted: number | undefined): Promise<number> {
  const last = (await lockTiers(tx)) + 1;
  const position = wanted ?? last;
  if (position > last) throw outOfRange(last);
  await tx.query('UPDATE asset_group SET position = position + 1 WHERE position >= $1', [position]);
  return position;
}

/** Deletes a group and, if it is a tier, moves the later tiers up. @returns its name; null if there is no such group */
export async function deleteGroup(tx: SqlRunner, id: number): Promise<string | null> {
  await lockTiers(tx);
  await tx.query(
    'UPDATE asset_group SET position = position - 1 WHERE position > (SELECT position FROM asset_group WHERE id = $1)',
    [id],
  );
  const [deleted] = await tx.query<{ name: string }>('DELETE FROM asset_group WHERE id = $1 RETURNING name', [id]);
  return deleted?.name ?? null;
}

/**
 * Moves a tier, and the tiers in between by one. Does nothing if there is no such group.
 * @throws InvalidInputError if it is not a tier, or the position not one of a tier; ConflictError for tier zero
 */
export async function moveTier(tx: SqlRunner, id: number, position: number): Promise<void> {
  const last = await lockTiers(tx);
  const [tag] = await tx.query<{ type: number }>('SELECT type FROM asset_group WHERE id = $1', [id]);
  if (!tag) return;
  if (tag.type !== TagType.Tier) throw noPosition();
  if (id === tierZeroId) throw isProtected('tag', id, 'it stays the first tier');
  if (position > last) throw outOfRange(last);
  await tx.query(
    `UPDATE asset_group SET position = CASE WHEN asset_group.id = $1 THEN $2
         WHEN moved.position < asset_group.position THEN asset_group.position - 1 ELSE asset_group.position + 1 END
     FROM asset_group moved WHERE moved.id = $1
       AND asset_group.position BETWEEN least(moved.position, $2) AND greatest(moved.position, $2)`,
    [id, position],
  );
}

export function noPosition(): InvalidInputError {
  return InvalidInputError.at('body.conflicting_properties', 'body.position', 'only tiers have a position');
}

function outOfRange(last: number): InvalidInputError {
  const allowed = last < 2 ? 'there is no other tier' : `it takes an integer from 2 to ${last}`;
  return InvalidInputError.at('body.invalid_value', 'body.position', `is behind the last tier; ${allowed}`);
}

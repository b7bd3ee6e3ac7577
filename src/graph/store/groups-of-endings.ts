import type { SqlRunner } from '../../database/database.js';
import { Kind } from '../kinds/kind-catalogue.js';

/** Reads all groups, because the ends of object ids have no index. */
const findGroups = `
  SELECT ending, array_agg(id ORDER BY id) AS ids
  FROM node JOIN unnest($1::text[]) ending ON right(objectid, length(ending)) = upper(ending)
  WHERE kind = ${Kind.Group} GROUP BY 1`;

/** The ids of groups of a directory by the ends of their object ids. */
export async function findGroupsOfEndings(
  runner: SqlRunner,
  endings: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const rows = await runner.prepared<{ ending: string; ids: number[] }>(findGroups, [[...new Set(endings)]]);
  return new Map(rows.map(({ ending, ids }) => [ending, ids]));
}

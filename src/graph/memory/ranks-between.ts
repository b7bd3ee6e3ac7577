import type { SqlRunner } from '../../database/database.js';

interface Neighbours {
  readonly id: number;
  /** A node with the same value that did not change. */
  readonly same: number | null;
  /** The node with the greatest smaller value. */
  readonly before: number | null;
}

/** $1: ids of nodes that changed. Finds neighbours by an index on the column. */
const neighbours = (by: 'name' | 'objectid') => `
  SELECT c.id,
    (SELECT n.id FROM node n WHERE n.${by} = c.${by} AND n.id NOT IN (SELECT unnest($1::int[])) LIMIT 1) AS same,
    (SELECT n.id FROM node n WHERE n.${by} < c.${by} ORDER BY n.${by} DESC, n.id DESC LIMIT 1) AS before
  FROM node c WHERE c.id = ANY ($1::int[]) ORDER BY c.${by}`;

/**
 * Ranks of nodes that changed among those that did not, by node id. A node between two that did not change has a rank between theirs.
 * @param rankOf rank of a node that did not change: a whole number from 1
 */
export async function ranksBetween(
  tx: SqlRunner,
  by: 'name' | 'objectid',
  changed: readonly number[],
  rankOf: (node: number) => number,
): Promise<Map<number, number>> {
  const rows = await tx.prepared<Neighbours>(neighbours(by), [changed]);
  const ranks = new Map<number, number>();
  let last = { before: NaN as number | null, rank: 0 };
  for (const [index, { id, same, before }] of rows.entries()) {
    if (same !== null) {
      ranks.set(id, rankOf(same));
      continue;
    }
    if (last.before !== before) {
      const floor = before === null ? 0 : Math.floor(ranks.get(before) ?? rankOf(before));
      last = { before, rank: floor + (index + 1) / (rows.length + 1) };
    }
    // Nodes with the same neighbour have the same value.
    ranks.set(id, last.rank);
  }
  return ranks;
}

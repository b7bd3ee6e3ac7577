import type { SqlRunner } from '../../database/database.js';
import type { Condition } from './selection.js';

/** Creates the temporary table of the nodes to remove. It is dropped with the transaction. */
export async function openNodesToRemove(tx: SqlRunner): Promise<void> {
  await tx.query('CREATE TEMP TABLE node_to_remove (id int, kind smallint) ON COMMIT DROP');
}

/** @param condition on nodes `n` */
export async function addNodesToRemove(tx: SqlRunner, { sql, values }: Condition): Promise<void> {
  await tx.query(`INSERT INTO node_to_remove SELECT n.id, n.kind FROM node n WHERE ${sql}`, values);
}

/** How many of each kind, by its name; kinds without nodes are left out. */
export type CountsByKind = Readonly<Record<string, number>>;

export async function countNodesToRemove(tx: SqlRunner): Promise<CountsByKind> {
  const rows = await tx.query<{ name: string; count: number }>(
    'SELECT k.name, count(*)::float8 AS count FROM node_to_remove r JOIN kind k ON k.id = r.kind GROUP BY k.name ORDER BY k.name',
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** Records of other nodes that stated properties or lists of the removed nodes must be read when they come again. */
const clearDigests = `
  UPDATE collector_record SET digest = NULL WHERE digest IS NOT NULL AND id IN (
    SELECT n.record FROM node n JOIN node_to_remove USING (id)
    UNION SELECT l.record FROM edge_list l JOIN node_to_remove r ON r.id = l.owner)`;

const statements = [
  clearDigests,
  'DELETE FROM edge_list l USING node_to_remove r WHERE l.owner = r.id',
  'DELETE FROM collector_record c USING node_to_remove r WHERE c.owner = r.id',
  'DELETE FROM node n USING node_to_remove r WHERE n.id = r.id',
];

/** Removes the nodes with their lists and their records. */
export async function removeNodes(tx: SqlRunner): Promise<void> {
  for (const statement of statements) await tx.query(statement);
}

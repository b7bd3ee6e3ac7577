import type { SqlRunner } from '../../database/database.js';
import type { Condition } from './selection.js';

/** Makes the temporary table of the nodes that go. It ends with the transaction. */
export async function openGoneNodes(tx: SqlRunner): Promise<void> {
  await tx.query('CREATE TEMP TABLE gone_node (id int, kind smallint) ON COMMIT DROP');
}

/** @param condition on nodes `n` */
export async function addGoneNodes(tx: SqlRunner, { sql, values }: Condition): Promise<void> {
  await tx.query(`INSERT INTO gone_node SELECT n.id, n.kind FROM node n WHERE ${sql}`, values);
}

/** How many of each kind, by its name; kinds without nodes are left out. */
export type CountsByKind = Readonly<Record<string, number>>;

export async function countGoneNodes(tx: SqlRunner): Promise<CountsByKind> {
  const rows = await tx.query<{ name: string; count: number }>(
    'SELECT k.name, count(*)::float8 AS count FROM gone_node g JOIN kind k ON k.id = g.kind GROUP BY k.name ORDER BY k.name',
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** Records of nodes that stay, which stated properties or lists of nodes that go. */
const forgetRecords = `
  UPDATE collector_record SET digest = NULL WHERE digest IS NOT NULL AND id IN (
    SELECT n.record FROM node n JOIN gone_node g ON g.id = n.id UNION SELECT l.record FROM edge_list l JOIN gone_node g ON g.id = l.owner)`;

const statements = [
  forgetRecords,
  'DELETE FROM edge_list l USING gone_node g WHERE l.owner = g.id',
  'DELETE FROM collector_record r USING gone_node g WHERE r.owner = g.id',
  'DELETE FROM node n USING gone_node g WHERE n.id = g.id',
];

/** Removes the nodes with their lists and their records. */
export async function removeGoneNodes(tx: SqlRunner): Promise<void> {
  for (const statement of statements) await tx.query(statement);
}

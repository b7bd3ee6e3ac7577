import type { SqlRunner } from '../../../database/database.js';
import { Kind } from '../../kinds/kind-catalogue.js';
import { clearDigests } from '../../store/clear-digests.js';
import { describedSince, namedSince } from '../../store/days.js';
import { readIds } from './read-ids.js';
import type { Condition } from './selection.js';

/** Creates the temporary table of the nodes to remove. It is dropped with the transaction. */
export async function openNodesToRemove(tx: SqlRunner): Promise<void> {
  await tx.query('CREATE TEMP TABLE node_to_remove (id int, kind smallint) ON COMMIT DROP');
}

/** @param condition on nodes `n` */
export async function addNodesToRemove(tx: SqlRunner, { sql, values }: Condition): Promise<void> {
  await tx.query(`INSERT INTO node_to_remove SELECT n.id, n.kind FROM node n WHERE ${sql}`, values);
}

/**
 * Takes the nodes out of `node_to_remove` that a source has described or mentioned since a day, `2026-01-31`, whose record it has repeated,
 * or that it has named in a list. In steps, because Citus joins no reference table with a subquery that depends on it.
 * @param sessionDay the day of lists of sessions
 */
export async function keepSeenSince(tx: SqlRunner, day: string, sessionDay = day): Promise<void> {
  await tx.query('CREATE TEMP TABLE seen_node (id int) ON COMMIT DROP');
  await tx.query(`INSERT INTO seen_node ${describedSince('$1::date')}`, [day]);
  const listDay = `CASE l.list WHEN ${Kind.HasSession} THEN $1::date ELSE $2::date END`;
  await tx.query(`INSERT INTO seen_node ${namedSince(listDay)}`, [sessionDay, day]);
  await tx.query('DELETE FROM node_to_remove r USING seen_node s WHERE r.id = s.id');
  await tx.query('DROP TABLE seen_node');
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
const findRecords = `
  SELECT record AS id FROM node WHERE record IS NOT NULL AND id IN (SELECT id FROM node_to_remove)
  UNION SELECT record FROM edge_list WHERE record IS NOT NULL AND owner IN (SELECT id FROM node_to_remove)`;

const statements = [
  'DELETE FROM edge_list WHERE owner IN (SELECT id FROM node_to_remove)',
  'DELETE FROM collector_record WHERE owner IN (SELECT id FROM node_to_remove)',
  'DELETE FROM node WHERE id IN (SELECT id FROM node_to_remove)',
];

/** Removes the nodes with their lists and their records. */
export async function removeNodes(tx: SqlRunner): Promise<void> {
  await clearDigests(tx, [], await readIds(tx, findRecords));
  for (const statement of statements) await tx.query(statement);
}

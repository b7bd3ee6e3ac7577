import type { SqlRunner } from '../../database/database.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { forgetRecordsOfEdges, forgetRecordsOfNodes } from '../lists/forget-records.js';
import { loggedKinds, publishDelta } from '../loader/delta.js';

/** How many of each kind, by its name; kinds of which there are none are left out. */
export type CountsByKind = Readonly<Record<string, number>>;

export interface GoneCounts {
  readonly nodes: CountsByKind;
  readonly edges: CountsByKind;
}

/** Where what is to go is gathered: at most once each, in tables that end with the transaction. */
export async function openGone(tx: SqlRunner): Promise<void> {
  await tx.query(`
    CREATE TEMP TABLE gone_node (id bigint, kind smallint) ON COMMIT DROP;
    CREATE TEMP TABLE gone_edge (source bigint, kind smallint, target bigint) ON COMMIT DROP`);
}

/** As sets: looked up row by row, a table that grows meanwhile would cost the square of its size. */
const gatherEdges = `
  INSERT INTO gone_edge
  (SELECT e.source, e.kind, e.target FROM gone_node g JOIN edge e ON e.source = g.id
    UNION SELECT e.source, e.kind, e.target FROM gone_node g JOIN edge e ON e.target = g.id)
  EXCEPT SELECT source, kind, target FROM gone_edge`;

/** Adds every edge of the nodes that go. */
export async function gatherEdgesOfGone(tx: SqlRunner): Promise<void> {
  await tx.query('ANALYZE gone_node; ANALYZE gone_edge');
  await tx.query(gatherEdges);
  await tx.query('ANALYZE gone_edge');
}

export async function countGone(tx: SqlRunner): Promise<GoneCounts> {
  return { nodes: await countByKind(tx, 'gone_node'), edges: await countByKind(tx, 'gone_edge') };
}

async function countByKind(tx: SqlRunner, table: 'gone_node' | 'gone_edge'): Promise<CountsByKind> {
  const rows = await tx.query<{ name: string; count: number }>(
    `SELECT k.name, g.count::float8 AS count FROM (SELECT kind, count(*) FROM ${table} GROUP BY kind) g
     JOIN kind k ON k.id = g.kind ORDER BY k.name`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

const sameEdge = (alias: string) => `(${alias}.source, ${alias}.kind, ${alias}.target) = (g.source, g.kind, g.target)`;

const removals = [
  `DELETE FROM edge_seen x USING gone_edge g WHERE ${sameEdge('x')}`,
  `DELETE FROM edge_props p USING gone_edge g WHERE ${sameEdge('p')}`,
  `DELETE FROM edge e USING gone_edge g WHERE ${sameEdge('e')}`,
  'DELETE FROM collected c USING gone_node g WHERE c.node_id = g.id',
  'DELETE FROM node n USING gone_node g WHERE n.id = g.id',
  `INSERT INTO delta_edge SELECT -1, source, target, kind FROM gone_edge WHERE kind IN (${loggedKinds.join(', ')})`,
  `INSERT INTO delta_node SELECT id, false, true, -(kind = ${Kind.Computer})::int FROM gone_node`,
];

/**
 * Removes what was gathered, and makes it a version of the graph. Under the write lock and after `openDelta`; the last step of its
 * transaction.
 * @param created how many edges the transaction added before
 * @returns the version
 */
export async function removeGone(tx: SqlRunner, created = 0): Promise<number> {
  await forgetRecordsOfNodes(tx, 'SELECT id FROM gone_node');
  await forgetRecordsOfEdges(tx, 'SELECT e.* FROM edge e JOIN gone_edge USING (source, kind, target)');
  for (const statement of removals) await tx.query(statement);
  const [counted] = await tx.query<{ edges: number }>('SELECT count(*)::float8 AS edges FROM gone_edge');
  const { version } = await publishDelta(tx, { created, changed: 0, removed: counted?.edges ?? 0 });
  return version;
}

import type { Database } from '../../src/database/database.js';

const tables = [
  'node',
  'edge_list',
  'collector_record',
  'node_days',
  'record_days',
  'open_edge',
  'graph_change',
  'change_log',
  'selected_node',
];

/**
 * Empties the graph, except for its kinds, and sets it to version 0. TRUNCATE would replace the files of all tables and
 * indexes, which takes twenty times as long for small tables.
 */
export async function clearGraph(database: Database): Promise<void> {
  await database.query(
    [
      ...tables.map((table) => `DELETE FROM ${table}`),
      'ALTER TABLE node ALTER COLUMN id RESTART',
      "UPDATE graph_state SET version = 0, logged_since = NULL, log_begun_by = 'analysis'",
    ].join('; '),
  );
}

/** Nodes by object id, without their ids in the database and the days on which they were seen. */
const NODES = `
  SELECT n.objectid || ' ' || jsonb_build_array(k.name, n.name, n.environment, n.described, n.props,
    (SELECT jsonb_agg(its.name ORDER BY its.name) FROM kind its WHERE its.id = ANY (n.kinds))) AS line
  FROM node n JOIN kind k ON k.id = n.kind`;

const EDGES = `
  SELECT s.objectid || ' ' || k.name || ' ' || t.objectid || ' ' || e.flags || ' ' || coalesce(e.details, '{}') AS line
  FROM edge e JOIN node s ON s.id = e.source JOIN node t ON t.id = e.target JOIN kind k ON k.id = e.kind`;

const TIER_ZERO = `SELECT DISTINCT n.objectid AS line FROM selected_node m JOIN node n ON n.id = m.node_id`;

export interface GraphDigest {
  readonly nodes: { readonly count: number; readonly digest: string };
  readonly edges: { readonly count: number; readonly digest: string };
  readonly tierZero: { readonly count: number; readonly digest: string };
}

/** Digests of a graph: equal for equal contents, whatever the order of the files was. */
export async function graphDigest(database: Database): Promise<GraphDigest> {
  const [nodes, edges, tierZero] = await Promise.all([NODES, EDGES, TIER_ZERO].map((lines) => digest(database, lines)));
  return { nodes: nodes!, edges: edges!, tierZero: tierZero! };
}

async function digest(database: Database, lines: string): Promise<{ count: number; digest: string }> {
  const [row] = await database.query<{ count: number; digest: string }>(
    `SELECT count(*)::int AS count, coalesce(md5(string_agg(line, E'\\n' ORDER BY line COLLATE "C")), '') AS digest
     FROM (${lines}) lines`,
  );
  return row!;
}

import type { SqlRunner } from '../../database/database.js';
import { Kind } from '../kinds/kind-catalogue.js';

/** The edges that rights are read from: only they are logged for readers that keep the graph in memory. */
export const loggedKinds = [Kind.MemberOf, Kind.AdminTo] as const;

/** Above this share of all edges, readers are better off to read the graph anew than to apply the changes. */
const largestShare = 0.05;

/** How many versions back the changes are kept. */
const keptVersions = 100;

/** SQL: makes the temporary tables of what a transaction does, for {@link publishDelta}. */
export const deltaTables = `
  CREATE TEMP TABLE delta_node (node_id bigint, created boolean, shown boolean, computers int) ON COMMIT DROP;
  CREATE TEMP TABLE delta_edge (op smallint, source bigint, target bigint, kind smallint) ON COMMIT DROP`;

export async function openDelta(tx: SqlRunner): Promise<void> {
  await tx.query(deltaTables);
}

export interface EdgeTotals {
  readonly created: number;
  readonly changed: number;
  readonly removed: number;
  /** Those of them that are not in `delta_edge` since they are {@link areTooMany too many}. */
  readonly unlogged?: number;
}

export interface Published {
  readonly version: number;
  readonly nodesCreated: number;
  readonly nodesChanged: number;
}

/**
 * Makes a new version of the graph out of what was gathered, or none where nothing changed. The last step of a transaction
 * that holds the write lock.
 */
export async function publishDelta(tx: SqlRunner, edges: EdgeTotals): Promise<Published> {
  const nodes = await countNodes(tx);
  const changed = nodes.created + nodes.changed + edges.created + edges.changed + edges.removed > 0;
  const version = changed ? await bumpVersion(tx, nodes.computers, edges) : await currentVersion(tx);
  return { version, nodesCreated: nodes.created, nodesChanged: nodes.changed };
}

/**
 * Whether so many changes are more than readers apply, so that they need not be gathered.
 * @param growth edges created, without those removed
 */
export async function areTooMany(tx: SqlRunner, changes: number, growth: number): Promise<boolean> {
  if (changes === 0) return false;
  const [row] = await tx.query<{ many: boolean }>(
    'SELECT $1::int > $2::float8 * (edges + $3) AS many FROM graph_state',
    [changes, largestShare, growth],
  );
  return row?.many === true;
}

export async function currentVersion(on: SqlRunner): Promise<number> {
  const rows = await on.prepared<{ version: string }>('SELECT version FROM graph_state');
  return Number(rows[0]?.version);
}

interface NodeTotals {
  readonly created: number;
  readonly changed: number;
  readonly computers: number;
}

/** A node that is new has one row alone. */
async function countNodes(tx: SqlRunner): Promise<NodeTotals> {
  const rows = await tx.query<NodeTotals>(`
    SELECT (count(*) FILTER (WHERE created))::int AS created,
      (count(DISTINCT node_id) FILTER (WHERE NOT created))::int AS changed, coalesce(sum(computers), 0)::int AS computers
    FROM delta_node`);
  return rows[0] ?? { created: 0, changed: 0, computers: 0 };
}

async function bumpVersion(
  tx: SqlRunner,
  computers: number,
  { created, removed, unlogged = 0 }: EdgeTotals,
): Promise<number> {
  const rows = await tx.query<{ version: string; many: boolean }>(
    `UPDATE graph_state SET version = version + 1, computers = computers + $1, edges = edges + $2
     RETURNING version,
       $4::int + (SELECT count(*) FROM delta_edge) + (SELECT count(*) FROM delta_node WHERE shown) > $3::float8 * edges AS many`,
    [computers, created - removed, largestShare, unlogged],
  );
  const version = Number(rows[0]?.version);
  const oldest = rows[0]?.many ? version : version - keptVersions;
  await tx.query(forgetChanges(oldest) + (rows[0]?.many ? '' : logChanges(version)));
  return version;
}

/** @param until the version of the last */
const forgetChanges = (until: number) => `
  UPDATE graph_state SET oldest_delta = ${until} WHERE oldest_delta < ${until};
  DELETE FROM edge_change WHERE version <= ${until};
  DELETE FROM node_change WHERE version <= ${until};`;

const logChanges = (version: number) => `
  INSERT INTO edge_change (version, op, source, target, kind) SELECT ${version}, op, source, target, kind FROM delta_edge;
  INSERT INTO node_change (version, node_id) SELECT DISTINCT ${version}::bigint, node_id FROM delta_node WHERE shown;`;

import type { SqlRunner } from '../../database/database.js';
import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { aclKinds } from '../../graph/kinds/kind-definitions.js';
import { adDomain, cloudTenant, countColumns, type EnvironmentType } from './environment-type.js';

export interface DataQualityRows {
  readonly tenants: number;
  readonly domains: number;
}

/** Nodes by primary kind: a group that is a local group too counts once, as a group. */
const nodeTotals = `
  CREATE TEMP TABLE node_total ON COMMIT DROP AS
  SELECT environment, kind, count(*)::int AS count FROM node WHERE environment IS NOT NULL GROUP BY environment, kind`;

/** By node first: there are many fewer of these than edges. */
const edgeTotals = `
  CREATE TEMP TABLE edge_total ON COMMIT DROP AS
  SELECT s.environment, sum(e.relationships)::int AS relationships, sum(e.acls)::int AS acls,
    coalesce(sum(e.sessions) FILTER (WHERE s.kind = ${Kind.Computer}), 0)::int AS sessions
  FROM (
    SELECT source, count(*) AS relationships, count(*) FILTER (WHERE kind IN (${aclKinds.join(', ')})) AS acls,
      count(*) FILTER (WHERE kind = ${Kind.HasSession}) AS sessions
    FROM edge GROUP BY source) e JOIN node s ON s.id = e.source
  WHERE s.environment IS NOT NULL GROUP BY s.environment`;

/** SQL: a time in seconds that collectors write as number or text; null for unset and never. */
function seconds(property: string): string {
  return `CASE WHEN props ->> '${property}' ~ '^[0-9]{1,15}([.][0-9]+)?$' THEN nullif((props ->> '${property}')::numeric, 0) END`;
}

/** How recent the last sign of life must be, before the newest one, to count as active. */
const activeSeconds = 90 * 24 * 60 * 60;

/** SQL: the share, by environment, of the active nodes of a kind that an edge of `evidence` ends at. */
function completeness(
  table: string,
  kind: number,
  lastSign: string,
  evidence: readonly number[],
  condition = 'true',
): string {
  return `
    CREATE TEMP TABLE ${table} ON COMMIT DROP AS
    WITH alive AS (
      SELECT id, environment, ${seconds(lastSign)} AS at FROM node
      WHERE kind = ${kind} AND environment IS NOT NULL AND ${condition}),
    active AS (
      SELECT id, environment FROM (SELECT *, max(at) OVER (PARTITION BY environment) AS newest FROM alive) a
      WHERE at >= newest - ${activeSeconds})
    SELECT environment, avg(EXISTS (
      SELECT FROM edge e WHERE e.target = active.id AND e.kind IN (${evidence.join(', ')}))::int)::float8 AS share
    FROM active GROUP BY environment`;
}

const sessionShare = completeness('session_share', Kind.User, 'lastlogontimestamp', [Kind.HasSession]);

const localGroupShare = completeness(
  'local_group_share',
  Kind.Computer,
  'pwdlastset',
  [Kind.AdminTo, Kind.CanRDP, Kind.CanPSRemote, Kind.ExecuteDCOM],
  `props ->> 'operatingsystem' ILIKE '%windows%'`,
);

/** They count. */
export const dataQualityStatements: readonly string[] = [nodeTotals, edgeTotals, sessionShare, localGroupShare];

function insertInto(type: EnvironmentType): string {
  return `INSERT INTO ${type.table} (run_id, created_at, updated_at, ${type.id}, ${countColumns(type).join(', ')})`;
}

/** SQL: writes what the statements above counted. */
function write(type: EnvironmentType): string {
  const nodes = Object.values(type.nodes).map(
    (kind) => `coalesce((SELECT t.count FROM node_total t WHERE t.environment = v.objectid AND t.kind = ${kind}), 0)`,
  );
  return `${insertInto(type)}
    SELECT $1::uuid, $2::timestamptz, $2::timestamptz, v.objectid, ${[...nodes, ...Object.values(type.others)].join(', ')}
    FROM node v LEFT JOIN edge_total e ON e.environment = v.objectid
      LEFT JOIN session_share s ON s.environment = v.objectid LEFT JOIN local_group_share l ON l.environment = v.objectid
    WHERE v.kind = ${type.kind} AND ${type.isCounted} ORDER BY v.objectid RETURNING id`;
}

/** SQL: writes what the run $3 counted. */
function writeAgain(type: EnvironmentType): string {
  return `${insertInto(type)}
    SELECT $1::uuid, $2::timestamptz, $2::timestamptz, ${[type.id, ...countColumns(type)].join(', ')}
    FROM ${type.table} WHERE run_id = $3::uuid ORDER BY id RETURNING id`;
}

/** Counts each tenant and each collected domain, as one run at one time. For a transaction that sees one snapshot. */
export async function countDataQuality(tx: SqlRunner, runId: string, now: Date): Promise<DataQualityRows> {
  for (const statement of dataQualityStatements) await tx.query(statement);
  const tenants = await tx.query(write(cloudTenant), [runId, now]);
  const domains = await tx.query(write(adDomain), [runId, now]);
  return { tenants: tenants.length, domains: domains.length };
}

/** Writes the rows of an earlier run as those of this one: for a graph that is as that run saw it. */
export async function repeatDataQuality(tx: SqlRunner, runId: string, now: Date, of: string): Promise<DataQualityRows> {
  const tenants = await tx.query(writeAgain(cloudTenant), [runId, now, of]);
  const domains = await tx.query(writeAgain(adDomain), [runId, now, of]);
  return { tenants: tenants.length, domains: domains.length };
}

import type { SqlRunner } from '../../database/database.js';
import { aclKinds, Kind } from '../../graph/kinds/kind-catalogue.js';

export interface DataQualityRows {
  readonly tenants: number;
  readonly domains: number;
}

const tenantCounts = {
  users: Kind.AZUser,
  groups: Kind.AZGroup,
  apps: Kind.AZApp,
  service_principals: Kind.AZServicePrincipal,
  devices: Kind.AZDevice,
  management_groups: Kind.AZManagementGroup,
  subscriptions: Kind.AZSubscription,
  resource_groups: Kind.AZResourceGroup,
  vms: Kind.AZVM,
  key_vaults: Kind.AZKeyVault,
} as const;

const domainCounts = {
  users: Kind.User,
  groups: Kind.Group,
  computers: Kind.Computer,
  ous: Kind.OU,
  containers: Kind.Container,
  gpos: Kind.GPO,
  aiacas: Kind.AIACA,
  rootcas: Kind.RootCA,
  enterprisecas: Kind.EnterpriseCA,
  ntauthstores: Kind.NTAuthStore,
  certtemplates: Kind.CertTemplate,
  issuancepolicies: Kind.IssuancePolicy,
} as const;

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

/** SQL: one column for each kind, from the rows of `node_total` of the environment `v`. */
function pivot(counts: Readonly<Record<string, number>>): string {
  return Object.values(counts)
    .map(
      (kind) => `coalesce((SELECT t.count FROM node_total t WHERE t.environment = v.objectid AND t.kind = ${kind}), 0)`,
    )
    .join(', ');
}

const writeTenants = `
  INSERT INTO data_quality_tenant (run_id, created_at, updated_at, tenantid, ${Object.keys(tenantCounts).join(', ')}, relationships)
  SELECT $1::uuid, $2::timestamptz, $2::timestamptz, v.objectid, ${pivot(tenantCounts)}, coalesce(e.relationships, 0)
  FROM node v LEFT JOIN edge_total e ON e.environment = v.objectid
  WHERE v.kind = ${Kind.AZTenant} ORDER BY v.objectid RETURNING id`;

const writeDomains = `
  INSERT INTO data_quality_domain (run_id, created_at, updated_at, domainsid, ${Object.keys(domainCounts).join(', ')},
    relationships, acls, sessions, session_completeness, local_group_completeness)
  SELECT $1::uuid, $2::timestamptz, $2::timestamptz, v.objectid, ${pivot(domainCounts)},
    coalesce(e.relationships, 0), coalesce(e.acls, 0), coalesce(e.sessions, 0), coalesce(s.share, 0), coalesce(l.share, 0)
  FROM node v LEFT JOIN edge_total e ON e.environment = v.objectid
    LEFT JOIN session_share s ON s.environment = v.objectid LEFT JOIN local_group_share l ON l.environment = v.objectid
  WHERE v.kind = ${Kind.Domain} AND v.props -> 'collected' = 'true' ORDER BY v.objectid RETURNING id`;

/** They count. */
export const dataQualityStatements: readonly string[] = [nodeTotals, edgeTotals, sessionShare, localGroupShare];

/** Counts each tenant and each collected domain, as one run at one time. For a transaction that sees one snapshot. */
export async function countDataQuality(tx: SqlRunner, runId: string, now: Date): Promise<DataQualityRows> {
  for (const statement of dataQualityStatements) await tx.query(statement);
  const tenants = await tx.query(writeTenants, [runId, now]);
  const domains = await tx.query(writeDomains, [runId, now]);
  return { tenants: tenants.length, domains: domains.length };
}

const tenantColumns = ['tenantid', ...Object.keys(tenantCounts), 'relationships'];
const domainColumns = [
  'domainsid',
  ...Object.keys(domainCounts),
  'relationships',
  'acls',
  'sessions',
  'session_completeness',
  'local_group_completeness',
];

function repeat(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (run_id, created_at, updated_at, ${columns.join(', ')})
    SELECT $1::uuid, $2::timestamptz, $2::timestamptz, ${columns.join(', ')} FROM ${table} WHERE run_id = $3::uuid ORDER BY id RETURNING id`;
}

/** Writes the rows of an earlier run as those of this one: for a graph that is as that run saw it. */
export async function repeatDataQuality(tx: SqlRunner, runId: string, now: Date, of: string): Promise<DataQualityRows> {
  const tenants = await tx.query(repeat('data_quality_tenant', tenantColumns), [runId, now, of]);
  const domains = await tx.query(repeat('data_quality_domain', domainColumns), [runId, now, of]);
  return { tenants: tenants.length, domains: domains.length };
}

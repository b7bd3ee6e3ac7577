import { upperCase } from '../../base/values/upper-case.js';
import type { Database, SqlRunner } from '../../database/database.js';
import { Kind } from '../../graph/kinds/kind-catalogue.js';
import type { NodeRecord } from '../../graph/records.js';
import { bulkSettings } from '../../graph/store/graph-transaction.js';
import { isExtensionEnvironment } from '../../graph/extensions/environment-nodes.js';
import { GraphBatch } from '../../graph/writer/batch/graph-batch.js';
import type { GraphWriter } from '../../graph/writer/graph-writer.js';
import {
  controllingGroupSuffixes,
  isDomainControllers,
  specialIdentities,
  wellKnownGroups,
} from '../rules/directory/well-known-groups.js';

/** Nodes that are written in one transaction. */
const nodesPerBatch = 10_000;

/** Groups that other files often mention without a kind. */
const unkindedGroups = `
  SELECT objectid FROM node
  WHERE (right(objectid, 4) = ANY ('{${controllingGroupSuffixes.join(', ')}}') OR ${isDomainControllers})
    AND kinds @> '{${Kind.Base}}' AND NOT kinds && '{${Kind.Group}, ${Kind.ADLocalGroup}}'`;

/** The groups that every collected domain has, if they are missing or known by their id alone. */
const unnamedWellKnown = `
  SELECT g.objectid, g.name || '@' || d.name AS name, d.name AS domain, d.objectid AS domainsid
  FROM node d
    CROSS JOIN LATERAL (VALUES ${[...Object.values(wellKnownGroups), ...specialIdentities]
      .map(({ objectid, name }) => `(${objectid}, '${name}')`)
      .join(', ')}) AS g(objectid, name)
    LEFT JOIN node n ON n.objectid = g.objectid
  WHERE d.kind = ${Kind.Domain} AND d.props -> 'collected' = 'true' AND d.name <> d.objectid
    AND (n.id IS NULL OR n.name = n.objectid)`;

/** Nodes without a name whose id begins with the id of a domain that has one. */
const unnamedOfDomains = `
  SELECT n.objectid, '(' || d.name || ') ' || n.objectid AS name, d.objectid AS domainsid
  FROM node n JOIN node d ON d.objectid = regexp_replace(n.objectid, '-[^-]*$', '') AND d.kind = ${Kind.Domain}
  WHERE n.name = n.objectid AND d.name <> d.objectid`;

/** AzureHound states the tenant of a management group by its id alone. */
const managementGroups = `
  SELECT g.objectid, g.name, g.props ->> 'displayname' AS displayname, nullif(t.name, t.objectid) AS tenant
  FROM node g LEFT JOIN node t ON t.objectid = g.environment AND t.kind = ${Kind.AZTenant}
  WHERE g.kind = ${Kind.AZManagementGroup} AND g.props ? 'displayname'`;

/** Environments of extensions belong to themselves, as domains do. */
const ownEnvironments = `SELECT n.objectid FROM node n WHERE n.environment IS NULL AND ${isExtensionEnvironment('n')}`;

interface ManagementGroupRow {
  readonly objectid: string;
  readonly name: string;
  readonly displayname: string;
  readonly tenant: string | null;
}

interface NamedRow {
  readonly objectid: string;
  readonly name: string;
  readonly domain?: string;
  readonly domainsid: string;
}

/**
 * Completes what collectors leave out: the environment of environments of extensions, kinds of well-known groups that are merely mentioned, the groups that every domain has,
 * names of nodes that only edges name, and names of management groups. All but the last are mentions, so a later description replaces
 * them.
 * @returns the number of versions of the graph that it made
 */
export async function repairNodes(database: Database, writer: GraphWriter): Promise<number> {
  const records = await database.transaction(findCompletions);
  const payload = writer.payload();
  let versions = 0;
  for (let start = 0; start < records.length; start += nodesPerBatch) {
    const batch = new GraphBatch();
    for (const record of records.slice(start, start + nodesPerBatch)) {
      batch.node(record);
      batch.endOfRecord();
    }
    const { nodesCreated, nodesChanged } = await payload.write(batch);
    if (nodesCreated + nodesChanged > 0) versions++;
  }
  return versions;
}

async function findCompletions(tx: SqlRunner): Promise<NodeRecord[]> {
  await tx.query(bulkSettings);
  const unkinded = await tx.query<{ objectid: string }>(unkindedGroups);
  const wellKnown = await tx.query<NamedRow>(unnamedWellKnown);
  const done = new Set(wellKnown.map(({ objectid }) => objectid));
  const unnamed = (await tx.query<NamedRow>(unnamedOfDomains)).filter(({ objectid }) => !done.has(objectid));
  const groups = await tx.query<ManagementGroupRow>(managementGroups);
  const environments = await tx.query<{ objectid: string }>(ownEnvironments);
  return [
    ...groups.flatMap(renamed),
    ...environments.map(({ objectid }) => completion(objectid, [], { environmentid: objectid })),
    ...unkinded.map(({ objectid }) => completion(objectid, ['Group', 'Base'], {})),
    ...wellKnown.map(({ objectid, ...properties }) => completion(objectid, ['Group', 'Base'], properties)),
    ...unnamed.map(({ objectid, ...properties }) => completion(objectid, [], properties)),
  ];
}

function renamed({ objectid, name, displayname, tenant }: ManagementGroupRow): NodeRecord[] {
  const full = upperCase([displayname, ...(tenant === null ? [] : [tenant])].join('@'));
  if (full === name) return [];
  return [{ objectid, kinds: [], properties: { name: full }, described: true }];
}

function completion(objectid: string, kinds: readonly string[], properties: NodeRecord['properties']): NodeRecord {
  return { objectid, kinds, properties, described: false };
}

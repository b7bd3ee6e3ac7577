import type { SqlConnection, SqlRunner } from '../../database/database.js';
import { Kind, kindNames } from '../../graph/kinds/kind-catalogue.js';
import { copyOut } from '../../graph/memory/copy-out.js';
import type { Graph } from '../../graph/memory/graph.js';
import type { Properties } from '../../graph/records.js';
import { EdgeListsBuilder } from '../facts/edge-lists.js';
import { type StoredEnvironment, type StoredFacts, Trait } from '../facts/graph-facts.js';
import { conditionInSql } from '../../graph/conditions/written-condition.js';
import { roastable } from '../weaknesses/weakness.js';
import { isAdminSdHolder, isManagedAccount, isTrue } from '../facts/node-conditions.js';
import { deriveFromProperties } from '../rules/directory/property-rules.js';
import { edgeLimit } from '../rules/rule.js';
import type { RuleSettings } from '../facts/rule-settings.js';
import { isAuthenticatedUsers, isEverybody } from '../rules/directory/well-known-groups.js';
import { type CloudRole, rolesSql, type ScopedRole, scopedRolesSql, type Unit, unitsSql } from '../facts/role-facts.js';
import { RuleNodes } from '../facts/rule-nodes.js';
import { ruleBits } from '../tier-zero/rule-conditions.js';

/** Traits by the last four characters of the object id. */
const suffixTraits: Readonly<Record<string, number>> = {
  '-512': Trait.IsDomainAdmins,
  '-519': Trait.IsDomainAdmins,
  '-544': Trait.LocalAdministrators,
  '-555': Trait.RemoteDesktopUsers,
  '-562': Trait.DistributedComUsers,
  '-580': Trait.RemoteManagementUsers,
};

const isFalse = (property: string) => `props -> '${property}' = 'false'`;
const isComputer = (condition: string) => `kind = ${Kind.Computer} AND ${condition}`;
/** As in rules/conditions.ts: null and values of other types count as missing. */
const computerLacks = (property: string) =>
  isComputer(`jsonb_typeof(props -> '${property}') IS DISTINCT FROM 'boolean'`);

const runsWindows = `props ->> 'operatingsystem' ILIKE '%windows%'`;

/** Functional levels of domains whose Protected Users may use NTLM. */
const levelsWithoutProtection = ['2000 MIXED/NATIVE', '2003 INTERIM', '2003', '2008', '2008 R2', '2012'];
/** An initial plan, because a plan for each row keeps PostgreSQL from scanning in parallel. */
const hasProtectingDomain = `coalesce(environment <> ALL (ARRAY(SELECT d.objectid FROM node d WHERE d.kind = ${Kind.Domain}
  AND upper(d.props ->> 'functionallevel') IN (${levelsWithoutProtection.map((level) => `'${level}'`).join(', ')}))), true)`;

const traits: readonly (readonly [condition: string, bit: number])[] = [
  [isEverybody, Trait.IsEverybody],
  [isTrue('hasura'), Trait.HasUserRights],
  [isComputer(isTrue('haslaps')), Trait.HasLaps],
  [isComputer(isTrue('enabled')), Trait.IsEnabledComputer],
  [isComputer(isFalse('smbsigning')), Trait.AcceptsUnsignedSmb],
  [isComputer(isFalse('restrictoutboundntlm')), Trait.SendsNtlm],
  [isComputer(isTrue('webclientrunning')), Trait.RunsWebClient],
  [computerLacks('enabled'), Trait.LacksEnabled],
  [computerLacks('smbsigning'), Trait.LacksSmbSigning],
  [computerLacks('restrictoutboundntlm'), Trait.LacksNtlmRestriction],
  [computerLacks('webclientrunning'), Trait.LacksWebClient],
  [`right(objectid, 4) = '-525' AND ${hasProtectingDomain}`, Trait.ProtectsMembers],
  [isAuthenticatedUsers, Trait.IsAuthenticatedUsers],
  [isTrue('adminsdholderprotected'), Trait.IsProtectedByAdminSdHolder],
  [`kind = ${Kind.User} AND NOT ${isManagedAccount}`, Trait.IsOrdinaryUser],
  [`kind = ${Kind.User} AND ${roastable.map(conditionInSql).join(' AND ')}`, Trait.IsRoastable],
  [`kind = ${Kind.ADLocalGroup} AND name LIKE 'DIRECT ACCESS USERS@%'`, Trait.DirectAccessUsers],
  [`(kind = ${Kind.Computer} OR ${isManagedAccount})`, Trait.MayLimitOwners],
  // The 29th character of the setting is BlockOwnerImplicitRights ([MS-ADTS] 6.1.1.2.4.1.2).
  [`kind = ${Kind.Domain} AND substr(props ->> 'dsheuristics', 29, 1) = '1'`, Trait.LimitsOwners],
  [`kind = ${Kind.AZGroup} AND ${isTrue('isassignabletorole')}`, Trait.IsRoleAssignable],
  [
    `kind = ${Kind.AZServicePrincipal} AND lower(props ->> 'serviceprincipaltype') = 'managedidentity'`,
    Trait.IsManagedIdentity,
  ],
  [`kind = ${Kind.AZUser} AND props ->> 'userprincipalname' ILIKE '%#ext#%'`, Trait.IsExternal],
  [`kind = ${Kind.AZGroup} AND props -> 'grouptypes' ? 'Unified'`, Trait.IsUnified],
  [`kind = ${Kind.AZDevice} AND ${runsWindows}`, Trait.RunsWindows],
  [`kind = ${Kind.Container} AND ${isAdminSdHolder}`, Trait.IsAdminSdHolder],
  [
    `kind IN (${Kind.Domain}, ${Kind.CertTemplate}, ${Kind.EnterpriseCA}) OR ${isComputer(`(${isTrue('isdc')}
      OR props ? 'certificatemappingmethodsraw' OR props ? 'strongcertificatebindingenforcementraw')`)}`,
    Trait.HasReadProperties,
  ],
  [`kind = ${Kind.User} AND props ->> 'samaccountname' LIKE '%$'`, Trait.MayBeTrustAccount],
];

const bits = [
  `CASE right(objectid, 4) ${Object.entries(suffixTraits)
    .map(([suffix, bit]) => `WHEN '${suffix}' THEN ${bit}`)
    .join(' ')} ELSE 0 END`,
  ...traits.map(([condition, bit]) => `CASE WHEN ${condition} THEN (${bit})::int ELSE 0 END`),
].join(' | ');

/** All in one pass, because there are millions of nodes. OFFSET keeps PostgreSQL from computing the columns twice. */
const properties = `
  SELECT id, bits, activity, rules FROM (
    SELECT id, ${bits} AS bits, CASE
      WHEN kind = ${Kind.User} THEN props ->> 'lastlogontimestamp'
      WHEN kind = ${Kind.Computer} AND ${runsWindows} THEN props ->> 'pwdlastset' END AS activity, ${ruleBits} AS rules
    FROM node OFFSET 0) n
  WHERE bits <> 0 OR rules <> 0 OR activity IS NOT NULL`;

/** A time in seconds, which collectors write as number or text. */
const seconds = /^[0-9]{1,15}([.][0-9]+)?$/;

const environments = `
  SELECT id, objectid, kind, kind <> ${Kind.Domain} OR coalesce(${isTrue('collected')}, false) AS "isCollected"
  FROM node WHERE kind IN (${Kind.Domain}, ${Kind.AZTenant}) ORDER BY objectid`;

/** A domain names the account that another domain has for their trust by its own NetBIOS name. $1: accounts */
const trustAccounts = `
  SELECT d.id AS domain, account.id AS account FROM node d
    JOIN node account ON account.props ->> 'samaccountname' = d.props ->> 'netbios' || '$'
  WHERE d.kind = ${Kind.Domain} AND d.props -> 'collected' = 'true' AND account.id = ANY ($1::int[])`;

interface NodeProperties {
  readonly id: number;
  readonly props: Properties;
}

const traitsOf = `SELECT id, ${bits} AS bits FROM node WHERE id = ANY ($1::int[])`;
const templatesOf = `${rolesSql} AND id = ANY ($1::int[])`;

/** @returns bits of {@link Trait} by node id */
export async function readTraits(database: SqlRunner, nodes: readonly number[]): Promise<Map<number, number>> {
  const rows = await database.prepared<{ id: number; bits: number }>(traitsOf, [nodes]);
  return new Map(rows.map((row) => [row.id, row.bits]));
}

/** @returns templates of the roles among these nodes, by node id */
export async function readRoleTemplates(database: SqlRunner, nodes: readonly number[]): Promise<Map<number, string>> {
  const rows = await database.prepared<CloudRole>(templatesOf, [nodes]);
  return new Map(rows.map(({ id, template }) => [id, template]));
}

/** @returns all properties, by node id */
export async function readProperties(database: SqlRunner, nodes: readonly number[]): Promise<Map<number, Properties>> {
  const rows = await database.prepared<NodeProperties>('SELECT id, props FROM node WHERE id = ANY ($1::int[])', [
    nodes,
  ]);
  return new Map(rows.map(({ id, props }) => [id, props]));
}

/** Reads the facts of the nodes that a graph has. */
export async function readStoredFacts(
  tx: SqlConnection,
  graph: Pick<Graph, 'size' | 'placeOf'>,
  settings: RuleSettings,
): Promise<StoredFacts> {
  const traitBits = new Uint32Array(graph.size);
  const lastActivity = new Float64Array(graph.size);
  const ruleNodes = new RuleNodes();
  const [few, accounts]: [number[], number[]] = [[], []];
  await copyOut(tx.client, properties, ({ bytes, at, length }) => {
    const id = bytes.readInt32BE(at[0]);
    const node = graph.placeOf(id);
    if (node < 0) return;
    const its = (traitBits[node] = bytes.readInt32BE(at[1]));
    if ((its & Trait.HasReadProperties) !== 0) few.push(id);
    if ((its & Trait.MayBeTrustAccount) !== 0) accounts.push(id);
    ruleNodes.add(node, bytes.readBigInt64BE(at[3]));
    if (length[2]! < 0) return;
    const activity = bytes.toString('latin1', at[2], at[2]! + length[2]!);
    if (seconds.test(activity)) lastActivity[node] = Number(activity);
  });
  const linked = new EdgeListsBuilder();
  const exceeding = await deriveFromProperties(tx, settings, (source, kind, target) => {
    const [from, to] = [graph.placeOf(source), graph.placeOf(target)];
    if (from >= 0 && to >= 0) linked.add(from, kind, to);
  });
  const placed = <Row extends { readonly id: number }>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, id: graph.placeOf(row.id) })).filter(({ id }) => id >= 0);
  const trusts = await tx.query<{ domain: number; account: number }>(trustAccounts, [accounts]);
  return {
    ...settings,
    traits: traitBits,
    lastActivity,
    properties: new Map([...(await readProperties(tx, few))].map(([id, props]) => [graph.placeOf(id), props])),
    trustAccounts: trusts
      .map(({ domain, account }) => [graph.placeOf(domain), graph.placeOf(account)] as const)
      .filter(([domain, account]) => domain >= 0 && account >= 0),
    ruleNodes,
    environments: placed(await tx.query<StoredEnvironment>(environments)),
    roles: placed(await tx.query<CloudRole>(rolesSql)),
    scopedRoles: await readScopedRoles(tx, graph),
    units: placed(await tx.query<Unit>(unitsSql)),
    linked: linked.build(),
    skipped: exceeding.map((kind) => ({ kind: kindNames.get(kind) ?? '', property: edgeLimit, objects: 1 })),
  };
}

const allScopedRoles = scopedRolesSql(`l.owner IN (SELECT id FROM node WHERE kind = ${Kind.AZRole})`);

async function readScopedRoles(tx: SqlConnection, graph: Pick<Graph, 'placeOf'>): Promise<ScopedRole[]> {
  const placeOf = (id: number | null) => (id === null ? -1 : graph.placeOf(id));
  const rows = await tx.query<ScopedRole>(allScopedRoles);
  return rows
    .map((row) => ({ ...row, holder: placeOf(row.holder), role: placeOf(row.role), node: placeOf(row.node) }))
    .filter(({ holder, role, node }) => holder >= 0 && role >= 0 && node >= 0);
}

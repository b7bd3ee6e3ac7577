import type { SqlRunner } from '../database/database.js';
import { Kind } from '../graph/kinds/kind-catalogue.js';
import {
  type CertificateNode,
  type CloudRole,
  type EnvironmentNode,
  type StoredFacts,
  type SynchronizedUser,
  Trait,
  type WellKnownGroups,
} from './graph-facts.js';
import { wellKnownGroups } from './well-known-ids.js';

/** Ends of the ids of accounts and groups that control a domain by themselves. */
const controllingSuffixes = ['1-5-9', '-500', '-512', '-516', '-518', '-519', '-526', '-527', '-544', '-551'];

/** A node counts as active if its last sign is at most this much older than the newest one of its environment. */
const activeSeconds = 90 * 24 * 60 * 60;

const isTrue = (property: string) => `props -> '${property}' = 'true'`;

const runsWindows = `props ->> 'operatingsystem' ILIKE '%windows%'`;

const traits: readonly (readonly [condition: string, bit: number])[] = [
  [`objectid LIKE '%-544'`, Trait.LocalAdministrators],
  [`objectid LIKE '%-555'`, Trait.RemoteDesktopUsers],
  [`objectid LIKE '%-562'`, Trait.DistributedComUsers],
  [`objectid LIKE '%-580'`, Trait.RemoteManagementUsers],
  [isTrue('hasura'), Trait.HasUserRights],
  [`kind = ${Kind.Computer} AND ${isTrue('haslaps')}`, Trait.HasLaps],
  [isTrue('blocksinheritance'), Trait.BlocksInheritance],
  [`kind = ${Kind.AZGroup} AND ${isTrue('isassignabletorole')}`, Trait.IsRoleAssignable],
  [`kind = ${Kind.AZDevice} AND ${runsWindows}`, Trait.RunsWindows],
  [
    `kinds && '{${Kind.Group}, ${Kind.User}}' AND objectid LIKE ANY ('{${controllingSuffixes.map((suffix) => `%${suffix}`).join(', ')}}')`,
    Trait.ControlsDomain,
  ],
  [
    `kind = ${Kind.Container} AND props ->> 'distinguishedname' LIKE 'CN=ADMINSDHOLDER,CN=SYSTEM,%'`,
    Trait.IsAdminSdHolder,
  ],
];

const bits = traits.map(([condition, bit]) => `CASE WHEN ${condition} THEN ${bit} ELSE 0 END`).join(' | ');

/** Ids as bytes: an array of millions of numbers costs the driver seconds. */
const nodesByTraits = `
  SELECT bits, string_agg(int4send(id), '') AS ids FROM (SELECT id, ${bits} AS bits FROM node) n WHERE bits <> 0 GROUP BY bits`;

/** SQL: a time in seconds that collectors write as number or text; null for unset and never. */
const seconds = (property: string) =>
  `CASE WHEN props ->> '${property}' ~ '^[0-9]{1,15}([.][0-9]+)?$' THEN nullif((props ->> '${property}')::numeric, 0) END`;

const activeNodes = `
  WITH sign AS (
    SELECT id, environment, kind, CASE kind WHEN ${Kind.User} THEN ${seconds('lastlogontimestamp')} ELSE ${seconds('pwdlastset')} END AS at
    FROM node WHERE environment IS NOT NULL AND (kind = ${Kind.User} OR kind = ${Kind.Computer} AND ${runsWindows}))
  SELECT ${Trait.IsActive} AS bits, string_agg(int4send(id), '') AS ids
  FROM sign JOIN (SELECT environment, kind, max(at) AS newest FROM sign GROUP BY environment, kind) newest USING (environment, kind)
  WHERE at >= newest - ${activeSeconds} HAVING count(*) > 0`;

const groupsOfDomains = `
  SELECT ${wellKnownGroups
    .map(({ column, objectid }) => `(SELECT id FROM node WHERE objectid = ${objectid}) AS "${column}"`)
    .join(', ')}
  FROM node d WHERE d.kind = ${Kind.Domain} AND d.props -> 'collected' = 'true'`;

const environments = `
  SELECT id, objectid, kind, kind <> ${Kind.Domain} OR coalesce(${isTrue('collected')}, false) AS "isCollected"
  FROM node WHERE kind IN (${Kind.Domain}, ${Kind.AZTenant}) ORDER BY objectid`;

const roles = `
  SELECT id, upper(coalesce(nullif(props ->> 'templateid', ''), split_part(objectid, '@', 1))) AS template
  FROM node WHERE kind = ${Kind.AZRole}`;

const certificateKinds = [
  Kind.AIACA,
  Kind.RootCA,
  Kind.EnterpriseCA,
  Kind.NTAuthStore,
  Kind.CertTemplate,
  Kind.IssuancePolicy,
];

/** SQL: a property that is a list of texts. */
const texts = (property: string) => `ARRAY(SELECT jsonb_array_elements_text(
    CASE jsonb_typeof(props -> '${property}') WHEN 'array' THEN props -> '${property}' ELSE '[]' END))`;

const certificates = `
  SELECT id, kind, props ->> 'certthumbprint' AS thumbprint, props -> 'certchain' ->> 1 AS issuer,
    ${texts('certthumbprints')} AS trusted, props ->> 'certtemplateoid' AS oid, ${texts('certificatepolicy')} AS policies
  FROM node WHERE kind IN (${certificateKinds.join(', ')})`;

const synchronizedUsers = `
  SELECT local.id AS local, cloud.id AS cloud
  FROM node cloud JOIN node local ON local.objectid = upper(cloud.props ->> 'onpremid') AND local.kind = ${Kind.User}
  WHERE cloud.kind = ${Kind.AZUser} AND cloud.props -> 'onpremsyncenabled' = 'true'`;

interface NodesOfTraits {
  readonly bits: number;
  /** Node ids of four bytes each. */
  readonly ids: Buffer;
}

/** @param size one more than the highest node id that matters */
export async function readStoredFacts(on: SqlRunner, size: number): Promise<StoredFacts> {
  const traitBits = new Uint16Array(size);
  for (const statement of [nodesByTraits, activeNodes])
    for (const row of await on.query<NodesOfTraits>(statement))
      for (let at = 0; at < row.ids.length; at += 4) {
        const node = row.ids.readInt32BE(at);
        if (node < size) traitBits[node]! |= row.bits;
      }
  return {
    traits: traitBits,
    wellKnownGroups: await on.query<WellKnownGroups>(groupsOfDomains),
    environments: await on.query<EnvironmentNode>(environments),
    roles: await on.query<CloudRole>(roles),
    certificates: await on.query<CertificateNode>(certificates),
    synchronizedUsers: await on.query<SynchronizedUser>(synchronizedUsers),
  };
}

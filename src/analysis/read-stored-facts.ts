import type { SqlConnection } from '../database/database.js';
import { Kind } from '../graph/kinds/kind-catalogue.js';
import { copyOut } from '../graph/memory/copy-out.js';
import { EdgeListsBuilder } from './edge-lists.js';
import { type CloudRole, type EnvironmentNode, type StoredFacts, Trait } from './graph-facts.js';
import { deriveFromProperties } from './rules/property-rules.js';

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

const nodesByTraits = `SELECT id, bits FROM (SELECT id, ${bits} AS bits FROM node) n WHERE bits <> 0`;

/** SQL: a time in seconds that collectors write as number or text; null for unset and never. */
const seconds = (property: string) =>
  `CASE WHEN props ->> '${property}' ~ '^[0-9]{1,15}([.][0-9]+)?$' THEN nullif((props ->> '${property}')::numeric, 0) END`;

const activeNodes = `
  WITH sign AS (
    SELECT id, environment, kind, CASE kind WHEN ${Kind.User} THEN ${seconds('lastlogontimestamp')} ELSE ${seconds('pwdlastset')} END AS at
    FROM node WHERE environment IS NOT NULL AND (kind = ${Kind.User} OR kind = ${Kind.Computer} AND ${runsWindows}))
  SELECT id, ${Trait.IsActive}
  FROM sign JOIN (SELECT environment, kind, max(at) AS newest FROM sign GROUP BY environment, kind) newest USING (environment, kind)
  WHERE at >= newest - ${activeSeconds}`;

const environments = `
  SELECT id, objectid, kind, kind <> ${Kind.Domain} OR coalesce(${isTrue('collected')}, false) AS "isCollected"
  FROM node WHERE kind IN (${Kind.Domain}, ${Kind.AZTenant}) ORDER BY objectid`;

const roles = `
  SELECT id, upper(coalesce(nullif(props ->> 'templateid', ''), split_part(objectid, '@', 1))) AS template
  FROM node WHERE kind = ${Kind.AZRole}`;

/** @param size one more than the highest node id that matters */
export async function readStoredFacts(tx: SqlConnection, size: number): Promise<StoredFacts> {
  const traitBits = new Uint16Array(size);
  for (const statement of [nodesByTraits, activeNodes])
    await copyOut(tx.client, statement, ({ bytes, at }) => {
      const node = bytes.readInt32BE(at[0]);
      if (node < size) traitBits[node]! |= bytes.readInt32BE(at[1]);
    });
  const linked = new EdgeListsBuilder();
  await deriveFromProperties(tx, (...edge) => linked.add(...edge));
  return {
    traits: traitBits,
    environments: await tx.query<EnvironmentNode>(environments),
    roles: await tx.query<CloudRole>(roles),
    linked: linked.build(),
  };
}

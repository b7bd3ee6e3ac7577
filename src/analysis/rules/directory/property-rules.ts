import type { SqlConnection } from '../../../database/database.js';
import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { copyOut } from '../../../graph/memory/copy-out.js';
import { type EmitEdge, maxEdgesOfRule } from '../rule.js';
import type { RuleSettings } from '../../facts/rule-settings.js';
import { specialIdentities, wellKnownGroups } from './well-known-groups.js';

const authenticatedUsers = wellKnownGroups.authenticatedUsers.objectid;
const everyone = wellKnownGroups.everyone.objectid;
const guest = "d.objectid || '-501'";

const authorities = `(${Kind.AIACA}, ${Kind.RootCA}, ${Kind.EnterpriseCA})`;

/**
 * The memberships that Windows adds at logon: a right of Everyone reaches each user by them. Guest is a member of Everyone, too, but not
 * of Authenticated Users.
 */
const logonMemberships = [
  [wellKnownGroups.domainUsers.objectid, authenticatedUsers],
  [wellKnownGroups.domainComputers.objectid, authenticatedUsers],
  [authenticatedUsers, everyone],
  [guest, everyone],
] as const;

/** SQL: an edge in each collected domain `d` between nodes `s` and `t`, whose object ids are SQL. */
function inEachDomain(kind: number, source: string, target: string, condition = 'TRUE'): string {
  return `
    SELECT s.id, ${kind}, t.id FROM node d JOIN node s ON s.objectid = ${source} JOIN node t ON t.objectid = ${target}
    WHERE d.kind = ${Kind.Domain} AND d.props -> 'collected' = 'true' AND ${condition}`;
}

const wellKnownMemberships = logonMemberships.map(([inner, outer]) => inEachDomain(Kind.MemberOf, inner, outer));

/** Anybody may log on in these ways, and without a password as Guest, if its account is enabled. */
const specialIdentityClaims = [
  ...specialIdentities.map(({ objectid }) => inEachDomain(Kind.ClaimSpecialIdentity, everyone, objectid)),
  inEachDomain(Kind.ClaimSpecialIdentity, everyone, guest, `t.props -> 'enabled' = 'true'`),
];

const trustedForLogon = `
  SELECT ca.id, ${Kind.TrustedForNTAuth}, store.id FROM node store
    CROSS JOIN LATERAL jsonb_array_elements_text(CASE jsonb_typeof(store.props -> 'certthumbprints')
      WHEN 'array' THEN store.props -> 'certthumbprints' ELSE '[]' END) AS trusted(thumbprint)
    JOIN node ca ON ca.kind = ${Kind.EnterpriseCA} AND ca.props ->> 'certthumbprint' = trusted.thumbprint
  WHERE store.kind = ${Kind.NTAuthStore}`;

/** The second certificate of a chain belongs to the issuer. */
const issuedBy = `
  SELECT ca.id, ${Kind.IssuedSignedBy}, issuer.id FROM node ca
    JOIN node issuer ON issuer.kind IN ${authorities} AND issuer.props ->> 'certthumbprint' = ca.props -> 'certchain' ->> 1
  WHERE ca.kind IN ${authorities} AND issuer.id <> ca.id`;

const sameCertificate = `
  SELECT ca.id, ${Kind.EnterpriseCAFor}, same.id FROM node ca
    JOIN node same ON same.kind IN (${Kind.RootCA}, ${Kind.AIACA})
      AND same.props ->> 'certthumbprint' = ca.props ->> 'certthumbprint'
  WHERE ca.kind = ${Kind.EnterpriseCA} AND ca.props ->> 'certthumbprint' <> ''`;

const extendedBy = `
  SELECT template.id, ${Kind.ExtendedByPolicy}, policy.id FROM node template
    JOIN node policy ON policy.kind = ${Kind.IssuancePolicy} AND policy.environment = template.environment
      AND template.props -> 'certificatepolicy' ? (policy.props ->> 'certtemplateoid')
  WHERE template.kind = ${Kind.CertTemplate}`;

/** A user of a domain and the cloud user who is synchronized from it: control of either is control of the other. */
const samePerson = `
  SELECT e.source, e.kind, e.target
  FROM node cloud JOIN node local ON local.objectid = upper(cloud.props ->> 'onpremid') AND local.kind = ${Kind.User}
    CROSS JOIN LATERAL (VALUES (local.id, ${Kind.SyncedToEntraUser}, cloud.id), (cloud.id, ${Kind.SyncedToADUser}, local.id))
      AS e(source, kind, target)
  WHERE cloud.kind = ${Kind.AZUser} AND cloud.props -> 'onpremsyncenabled' = 'true'`;

/** An object of a managed domain of Entra Domain Services, and the object of the cloud that it comes from. */
const managedBy = (kind: number, cloudKind: number, localKind: number) => `
  SELECT cloud.id, ${kind}, local.id FROM node local
    JOIN node cloud ON cloud.objectid = upper(local.props ->> 'aadobjectid') AND cloud.kind = ${cloudKind}
  WHERE local.kind = ${localKind} AND local.props ? 'aadobjectid'`;

const newerStatements = [
  managedBy(Kind.SyncedToEntraDSUser, Kind.AZUser, Kind.User),
  managedBy(Kind.SyncedToEntraDSGroup, Kind.AZGroup, Kind.Group),
];

const statements = [
  ...wellKnownMemberships,
  ...specialIdentityClaims,
  trustedForLogon,
  issuedBy,
  sameCertificate,
  extendedBy,
  samePerson,
];

/**
 * Derives the edges that follow from the properties of two nodes alone. They are in the database, which joins them faster than it hands
 * them over.
 * @param maxEdges the most that each statement may pass on
 * @returns the kinds of statements that have more
 */
export async function deriveFromProperties(
  tx: SqlConnection,
  { withNewer }: Pick<RuleSettings, 'withNewer'>,
  emit: EmitEdge,
  maxEdges = maxEdgesOfRule,
): Promise<number[]> {
  const exceeding = new Set<number>();
  for (const statement of withNewer ? [...statements, ...newerStatements] : statements) {
    const kinds = new Set<number>();
    let count = 0;
    await copyOut(tx.client, `SELECT * FROM (${statement}) e LIMIT ${maxEdges + 1}`, ({ bytes, at }) => {
      const kind = bytes.readInt32BE(at[1]);
      kinds.add(kind);
      if (count++ < maxEdges) emit(bytes.readInt32BE(at[0]), kind, bytes.readInt32BE(at[2]));
    });
    if (count > maxEdges) for (const kind of kinds) exceeding.add(kind);
  }
  return [...exceeding];
}

import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { isAdminSdHolder, isTrue, roleTemplate } from '../facts/node-conditions.js';
import { DirectoryRole } from '../rules/cloud/directory-roles.js';

/** Nodes of one kind. */
interface NodeCondition {
  readonly kind: number;
  /** SQL on the columns of `node`; absent: all nodes of the kind. */
  readonly where?: string;
}

/** The nodes that a rule starts from. */
interface SeedCondition extends NodeCondition {
  /** Only nodes with an edge of a kind to such a node, which has an edge of another kind itself. */
  readonly with?: { readonly edge: number; readonly to: NodeCondition; readonly having?: number };
}

const endsWith = (suffix: string) => `right(objectid, ${suffix.length}) = '${suffix}'`;
const groups = (suffix: string): SeedCondition => ({ kind: Kind.Group, where: endsWith(suffix) });
const users = (suffix: string): SeedCondition => ({ kind: Kind.User, where: endsWith(suffix) });
const groupsWithName = (name: string): SeedCondition => ({ kind: Kind.Group, where: `upper(name) LIKE '${name}@%'` });
const role = (template: string): SeedCondition => ({ kind: Kind.AZRole, where: `${roleTemplate} = '${template}'` });

/** The condition of each rule of tier zero, by the name of the system selector that a migration has made for it. */
const conditions: Readonly<Record<string, SeedCondition>> = {
  Domains: { kind: Kind.Domain },
  Administrator: users('-500'),
  'Domain Admins': groups('-512'),
  'Domain Controllers': groups('-516'),
  'Schema Admins': groups('-518'),
  'Enterprise Admins': groups('-519'),
  'Key Admins': groups('-526'),
  'Enterprise Key Admins': groups('-527'),
  Administrators: groups('S-1-5-32-544'),
  'Backup Operators': groups('S-1-5-32-551'),
  'Enterprise Domain Controllers': groups('-1-5-9'),
  AdminSDHolder: { kind: Kind.Container, where: isAdminSdHolder },
  Tenants: { kind: Kind.AZTenant },
  'Global Administrator': role(DirectoryRole.GlobalAdministrator),
  'Privileged Role Administrator': role(DirectoryRole.PrivilegedRoleAdministrator),
  'Privileged Authentication Administrator': role(DirectoryRole.PrivilegedAuthenticationAdministrator),
  'Partner Tier2 Support': role(DirectoryRole.PartnerTier2Support),
  'Account Operators': groups('-548'),
  'Server Operators': groups('-549'),
  'Print Operators': groups('-550'),
  'Distributed COM Users': groups('-562'),
  'Performance Log Users': groups('-559'),
  'Cryptographic Operators': groups('-569'),
  'Incoming Forest Trust Builders': groups('-557'),
  'Cert Publishers': groups('-517'),
  'DNS Admins': groupsWithName('DNSADMINS'),
  'Exchange Trusted Subsystem': groupsWithName('EXCHANGE TRUSTED SUBSYSTEM'),
  'Exchange Windows Permissions': groupsWithName('EXCHANGE WINDOWS PERMISSIONS'),
  KRBTGT: users('-502'),
  'Computers of enterprise CAs': {
    kind: Kind.Computer,
    with: { edge: Kind.HostsCAService, to: { kind: Kind.EnterpriseCA } },
  },
  'Read-only domain controllers by group': {
    kind: Kind.Computer,
    with: { edge: Kind.MemberOf, to: groups('-521') },
  },
  'Read-only domain controllers': { kind: Kind.Computer, where: isTrue('isreadonlydc') },
  'Seamless single sign-on': {
    kind: Kind.Computer,
    where: `upper(props ->> 'samaccountname') = 'AZUREADSSOACC$'`,
  },
  'Enterprise CAs': { kind: Kind.EnterpriseCA },
  'Root CAs': { kind: Kind.RootCA },
  'AIA CAs': { kind: Kind.AIACA },
  'NTAuth stores': { kind: Kind.NTAuthStore },
  'Certificate templates': { kind: Kind.CertTemplate },
  'Application Administrator': role(DirectoryRole.ApplicationAdministrator),
  'Intune Administrator': role(DirectoryRole.IntuneAdministrator),
  'Security Administrator': role(DirectoryRole.SecurityAdministrator),
  'Knowledge Administrator': role(DirectoryRole.KnowledgeAdministrator),
  Sites: { kind: Kind.Site, with: { edge: Kind.Contains, to: { kind: Kind.SiteServer }, having: Kind.ServerIs } },
};

/** The rules. The place of one is the place of its bit. */
export const tierZeroRules = Object.entries(conditions).map(([name, condition]) => ({ name, condition }));

const onNodes: readonly NodeCondition[] = tierZeroRules.map(({ condition }) => condition.with?.to ?? condition);

/** SQL: the rules whose conditions a node meets, as bits (bigint). */
export const ruleBits = `CASE kind ${[...new Set(onNodes.map(({ kind }) => kind))]
  .map((kind) => `WHEN ${kind} THEN ${bitsOf(kind)}`)
  .join(' ')} ELSE 0::bigint END`;

function bitsOf(kind: number): string {
  return onNodes
    .flatMap((condition, rule) =>
      condition.kind === kind
        ? [`CASE WHEN ${condition.where ?? 'true'} THEN ${1n << BigInt(rule)}::bigint ELSE 0 END`]
        : [],
    )
    .join(' | ');
}

import { Kind } from '../../graph/kinds/kind-catalogue.js';

/** A type of environment: what an analysis counts in each one, and in which table. Columns are in the order of answers. */
export interface EnvironmentType {
  readonly name: 'domain' | 'tenant';
  /** Kind of its nodes. */
  readonly kind: number;
  readonly table: string;
  /** Column of the table that has its object id. */
  readonly id: string;
  /** SQL: whether the environment `v` is counted. */
  readonly isCounted: string;
  /** Columns that count nodes, and of which kind. */
  readonly nodes: Readonly<Record<string, number>>;
  /** The other columns, and their SQL over the totals and shares that countDataQuality gathers. */
  readonly others: Readonly<Record<string, string>>;
}

const edges = 'coalesce(e.relationships, 0)';

export const cloudTenant = {
  name: 'tenant',
  kind: Kind.AZTenant,
  table: 'data_quality_tenant',
  id: 'tenantid',
  isCounted: 'true',
  nodes: {
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
  },
  others: { relationships: edges },
} as const satisfies EnvironmentType;

export const adDomain = {
  name: 'domain',
  kind: Kind.Domain,
  table: 'data_quality_domain',
  id: 'domainsid',
  isCounted: `v.props -> 'collected' = 'true'`,
  nodes: {
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
  },
  others: {
    acls: 'coalesce(e.acls, 0)',
    sessions: 'coalesce(e.sessions, 0)',
    relationships: edges,
    session_completeness: 'coalesce(s.share, 0)',
    local_group_completeness: 'coalesce(l.share, 0)',
  },
} as const satisfies EnvironmentType;

/** Columns of what is counted. */
export function countColumns({ nodes, others }: EnvironmentType): string[] {
  return [...Object.keys(nodes), ...Object.keys(others)];
}

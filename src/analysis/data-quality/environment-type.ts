import { Kind } from '../../graph/kinds/kind-catalogue.js';

/** A type of environment: the counts of an analysis, and their table. Columns are in the order of answers. */
export interface EnvironmentType {
  readonly name: 'domain' | 'tenant';
  /** Kind of its nodes. */
  readonly kind: number;
  readonly table: string;
  /** Column of the table that has its object id. */
  readonly id: string;
  /** Columns that count nodes, and the kinds of these nodes. */
  readonly nodes: Readonly<Record<string, number>>;
  readonly others: readonly OtherColumn[];
}

/** A column that does not count nodes. */
export type OtherColumn = 'acls' | 'sessions' | 'relationships' | 'session_completeness' | 'local_group_completeness';

export const cloudTenant = {
  name: 'tenant',
  kind: Kind.AZTenant,
  table: 'data_quality_tenant',
  id: 'tenantid',
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
  others: ['relationships'],
} as const satisfies EnvironmentType;

export const adDomain = {
  name: 'domain',
  kind: Kind.Domain,
  table: 'data_quality_domain',
  id: 'domainsid',
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
    sites: Kind.Site,
    siteservers: Kind.SiteServer,
    sitesubnets: Kind.SiteSubnet,
  },
  others: ['acls', 'sessions', 'relationships', 'session_completeness', 'local_group_completeness'],
} as const satisfies EnvironmentType;

/** Columns of counts. */
export function countColumns({ nodes, others }: EnvironmentType): string[] {
  return [...Object.keys(nodes), ...others];
}

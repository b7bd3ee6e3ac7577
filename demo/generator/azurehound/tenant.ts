import type { Directory } from '../directory/directory.js';

/** Object counts of a tenant at one run, as in the answer of data quality. */
export interface TenantCounts {
  readonly users: number;
  readonly groups: number;
  readonly apps: number;
  readonly servicePrincipals: number;
  readonly devices: number;
  readonly managementGroups: number;
  readonly subscriptions: number;
  readonly resourceGroups: number;
  readonly vms: number;
  readonly keyVaults: number;
}

const single = <Kind extends string>(
  kind: Kind,
  type: string,
  name: string,
  resourceGroup: number,
  identity = false,
) => ({ kind, type, name, resourceGroup, identity });

/** Resources; the tenant has one of each. `resourceGroup` is taken modulo the number of groups. */
export const SINGLE_RESOURCES = [
  single('AZLogicApp', 'Microsoft.Logic/workflows', 'nightly-orders', 0, true),
  single('AZFunctionApp', 'Microsoft.Web/sites', 'badge-sync', 1, true),
  single('AZWebApp', 'Microsoft.Web/sites', 'customer-portal', 1, true),
  single('AZAutomationAccount', 'Microsoft.Automation/automationAccounts', 'runbooks', 2, true),
  single('AZManagedCluster', 'Microsoft.ContainerService/managedClusters', 'factory-cluster', 3),
  single('AZContainerRegistry', 'Microsoft.ContainerRegistry/registries', 'haldenimages', 3),
  single('AZVMScaleSet', 'Microsoft.Compute/virtualMachineScaleSets', 'render-farm', 2),
];

export type SingleResource = (typeof SINGLE_RESOURCES)[number];

/** The object that a service principal represents. */
export type PrincipalSource =
  | { readonly type: 'graph' }
  | { readonly type: 'app'; readonly app: number }
  | { readonly type: 'vm'; readonly vm: number }
  | { readonly type: 'resource'; readonly name: string };

/** Name of the resource group that the cluster creates for its nodes. */
export const NODE_RESOURCE_GROUP = 'MC_factory-cluster';

/** Share of the persons with an account synchronised from the directory. */
const SYNCED_SHARE = 0.8;

/** Growth of each kind from run to run, as a share of its first size. */
const GROWTH = {
  users: 0.03,
  groups: 0.04,
  apps: 0.05,
  devices: 0.06,
  resourceGroups: 0.07,
  vms: 0.09,
  keyVaults: 0.11,
};

const grown = (base: number, growth: number, run: number) => base + Math.floor(base * growth * run);

/** The cloud tenant at one run. Identifiers are the same at every run, counts grow. */
export class Tenant {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly counts: TenantCounts;

  constructor(
    readonly directory: Directory,
    readonly run: number,
  ) {
    const { plan } = directory;
    this.id = plan.guid('tenant');
    this.name = plan.domain.netbios;
    this.domain = plan.domain.name;
    this.counts = this.countsOf(run);
  }

  /** Identifier of an object of the tenant, the same at every run. */
  guid(kind: string, ordinal: number | string): string {
    return this.directory.plan.guid('cloud', kind, ordinal);
  }

  /** The person of the directory that a cloud user belongs to; undefined if the account exists in the cloud only. */
  personOf(user: number): number | undefined {
    const isSynced = this.directory.plan.random('synced', user).chance(SYNCED_SHARE);
    return isSynced && user < this.directory.accounts.persons ? user : undefined;
  }

  managementGroup(ordinal: number): string {
    const name = ordinal === 0 ? this.id : this.guid('management-group', ordinal);
    return `/PROVIDERS/MICROSOFT.MANAGEMENT/MANAGEMENTGROUPS/${name}`;
  }

  subscription(ordinal: number): string {
    return `/SUBSCRIPTIONS/${this.guid('subscription', ordinal)}`;
  }

  /** Resource groups stay in the subscriptions that existed at the first run; the last group belongs to the cluster. */
  resourceGroup(ordinal: number): { readonly id: string; readonly name: string; readonly subscription: string } {
    const { subscriptions } = this.directory.plan.sizes.cloud;
    const isOfCluster = ordinal === this.counts.resourceGroups - 1;
    const name = isOfCluster ? NODE_RESOURCE_GROUP : `rg-${String(ordinal + 1).padStart(3, '0')}`;
    const subscription = this.subscription(isOfCluster ? 3 % subscriptions : ordinal % subscriptions);
    return { id: `${subscription}/RESOURCEGROUPS/${name.toUpperCase()}`, name, subscription };
  }

  /** Id, name, type and group of a resource. Resources stay in groups that existed at the first run. */
  resource(type: string, name: string, resourceGroup: number) {
    const group = this.resourceGroup(resourceGroup % this.directory.plan.sizes.cloud.resourceGroups);
    return { id: `${group.id}/PROVIDERS/${type}/${name}`.toUpperCase(), name, type, group };
  }

  vm(ordinal: number) {
    return this.resource('Microsoft.Compute/virtualMachines', `vm-${String(ordinal + 1).padStart(4, '0')}`, ordinal);
  }

  keyVault(ordinal: number) {
    return this.resource('Microsoft.KeyVault/vaults', `kv-${String(ordinal + 1).padStart(3, '0')}`, ordinal);
  }

  /** Every third machine has a managed identity. */
  hasIdentity(vm: number): boolean {
    return vm % 3 === 0;
  }

  /** All service principals with the objects that they represent. */
  *principals(): Generator<{ readonly id: string; readonly source: PrincipalSource }> {
    yield { id: this.guid('principal', 'graph'), source: { type: 'graph' } };
    for (let app = 0; app < this.counts.apps; app++) yield { id: this.appPrincipal(app), source: { type: 'app', app } };
    for (let vm = 0; vm < this.counts.vms; vm++) {
      if (this.hasIdentity(vm)) yield { id: this.guid('vm-identity', vm), source: { type: 'vm', vm } };
    }
    for (const { name, identity } of SINGLE_RESOURCES) {
      if (identity) yield { id: this.guid('resource-identity', name), source: { type: 'resource', name } };
    }
  }

  appPrincipal(app: number): string {
    return this.guid('app-principal', app);
  }

  private countsOf(run: number): TenantCounts {
    const { cloud } = this.directory.plan.sizes;
    const apps = grown(cloud.apps, GROWTH.apps, run);
    const vms = grown(cloud.vms, GROWTH.vms, run);
    const identities = SINGLE_RESOURCES.filter(({ identity }) => identity).length;
    return {
      users: grown(cloud.users, GROWTH.users, run),
      groups: grown(cloud.groups, GROWTH.groups, run),
      apps,
      servicePrincipals: 1 + apps + Math.ceil(vms / 3) + identities,
      devices: grown(cloud.devices, GROWTH.devices, run),
      managementGroups: run < 2 ? 3 : 4,
      subscriptions: cloud.subscriptions + Math.floor(run / 3),
      resourceGroups: grown(cloud.resourceGroups, GROWTH.resourceGroups, run) + 1,
      vms,
      keyVaults: grown(cloud.keyVaults, GROWTH.keyVaults, run),
    };
  }
}

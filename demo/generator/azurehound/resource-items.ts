import { item, upTo, type CloudItem } from './items.js';
import { NODE_RESOURCE_GROUP, SINGLE_RESOURCES, type SingleResource, type Tenant } from './tenant.js';

const MANAGEMENT_GROUPS = ['Tenant Root Group', 'Production', 'Development', 'Research'] as const;

/** The items of the tenant's resources, from management groups down. */
export function* resourceItems(tenant: Tenant): Generator<CloudItem> {
  for (const ordinal of upTo(tenant.counts.managementGroups)) yield* managementGroupItems(tenant, ordinal);
  for (const ordinal of upTo(tenant.counts.subscriptions)) yield* subscriptionItems(tenant, ordinal);
  for (const ordinal of upTo(tenant.counts.resourceGroups)) yield resourceGroupItem(tenant, ordinal);
  for (const ordinal of upTo(tenant.counts.vms)) yield vmItem(tenant, ordinal);
  for (const ordinal of upTo(tenant.counts.keyVaults)) yield* keyVaultItems(tenant, ordinal);
  for (const resource of SINGLE_RESOURCES) yield singleItem(tenant, resource);
}

const within = ({ id, name }: Tenant) => ({ tenantId: id, tenantName: name });

function* managementGroupItems(tenant: Tenant, ordinal: number): Generator<CloudItem> {
  const id = tenant.managementGroup(ordinal);
  const displayName = MANAGEMENT_GROUPS[ordinal % MANAGEMENT_GROUPS.length] ?? '';
  const type = 'Microsoft.Management/managementGroups';
  const name = id.slice(id.lastIndexOf('/') + 1);
  const properties = { displayName: displayName.toUpperCase(), tenantId: tenant.id };
  yield item('AZManagementGroup', { id, name, type, properties, ...within(tenant) });
  if (ordinal > 0) yield descendant(tenant, id, name, type, 0);
}

function descendant(tenant: Tenant, id: string, name: string, type: string, parent: number): CloudItem {
  return item('AZManagementGroupDescendant', {
    id,
    name,
    type,
    properties: { parent: { id: tenant.managementGroup(parent) } },
    ...within(tenant),
  });
}

function* subscriptionItems(tenant: Tenant, ordinal: number): Generator<CloudItem> {
  const id = tenant.subscription(ordinal);
  const subscriptionId = tenant.guid('subscription', ordinal);
  yield item('AZSubscription', {
    id,
    subscriptionId,
    displayName: `HALDEN-${String(ordinal + 1).padStart(2, '0')}`,
    state: 'Enabled',
    ...within(tenant),
  });
  yield descendant(tenant, id, subscriptionId, '/subscriptions', 1 + (ordinal % 2));
}

function resourceGroupItem(tenant: Tenant, ordinal: number): CloudItem {
  const { id, name, subscription } = tenant.resourceGroup(ordinal);
  return item('AZResourceGroup', {
    id,
    name,
    type: 'Microsoft.Resources/resourceGroups',
    subscriptionId: subscription,
    ...within(tenant),
  });
}

function vmItem(tenant: Tenant, ordinal: number): CloudItem {
  const { id, name, type, group } = tenant.vm(ordinal);
  const identity = { type: 'SystemAssigned', principalId: tenant.guid('vm-identity', ordinal), tenantId: tenant.id };
  return item('AZVM', {
    id,
    name,
    type,
    ...(tenant.hasIdentity(ordinal) ? { identity } : {}),
    properties: {
      vmId: tenant.guid('vm-id', ordinal),
      storageProfile: { osDisk: { osType: ordinal % 4 === 1 ? 'Linux' : 'Windows' } },
    },
    resourceGroupId: group.id,
    subscriptionId: group.subscription,
    ...within(tenant),
  });
}

function* keyVaultItems(tenant: Tenant, ordinal: number): Generator<CloudItem> {
  const { id, name, type, group } = tenant.keyVault(ordinal);
  const enableRbacAuthorization = ordinal % 2 === 1;
  yield item('AZKeyVault', {
    id,
    name,
    type,
    properties: { ...(enableRbacAuthorization ? { enableRbacAuthorization } : {}), tenantId: tenant.id },
    resourceGroup: group.id,
    subscriptionId: group.subscription,
    ...within(tenant),
  });
  if (!enableRbacAuthorization) yield accessPolicy(tenant, ordinal, id);
}

function accessPolicy(tenant: Tenant, ordinal: number, keyVaultId: string): CloudItem {
  return item('AZKeyVaultAccessPolicy', {
    objectId: tenant.appPrincipal(ordinal % tenant.directory.plan.sizes.cloud.apps),
    permissions: {
      keys: ordinal % 4 === 0 ? ['Get', 'List'] : ['List'],
      secrets: ['Get', 'List'],
      certificates: ordinal % 3 === 0 ? ['Get'] : [],
    },
    keyVaultId,
    tenantId: tenant.id,
  });
}

function singleItem(tenant: Tenant, resource: SingleResource): CloudItem {
  const { id, name, type, group } = tenant.resource(resource.type, resource.name, resource.resourceGroup);
  return item(resource.kind, {
    id,
    name,
    type,
    ...(resource.identity ? { identity: identityOf(tenant, resource) } : {}),
    ...(resource.kind === 'AZManagedCluster' ? { properties: { nodeResourceGroup: NODE_RESOURCE_GROUP } } : {}),
    resourceGroupId: group.id,
    subscriptionId: group.subscription,
    ...within(tenant),
  });
}

/** The logic app borrows an identity made by a user, the others own theirs. */
function identityOf(tenant: Tenant, { kind, name, resourceGroup }: SingleResource) {
  const principalId = tenant.guid('resource-identity', name);
  if (kind !== 'AZLogicApp') return { type: 'SystemAssigned', principalId, tenantId: tenant.id };
  const { id } = tenant.resource('Microsoft.ManagedIdentity/userAssignedIdentities', `${name}-id`, resourceGroup);
  const clientId = tenant.guid('resource-client', name);
  return { type: 'UserAssigned', userAssignedIdentities: { [id]: { clientId, principalId } } };
}

import type { KnownEndpoint } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { completing, type GraphPart, link } from '../../records/graph-parts.js';
import { identifierOf } from '../../records/identifier.js';
import { type AzureConverter, azureNode, subscriptionPath, tenant } from './azure-node.js';
import { azureObject, byId, nameAt, plainName, type PropertySource } from './azure-object.js';
import { oneEdge } from './given-lists.js';

export const convertManagementGroup = azureObject({
  kind: 'AZManagementGroup',
  key: byId,
  name: (data) => nameAt(data.text('tenantName'), data.object('properties')?.text('displayName') ?? data.text('name')),
  properties: { displayname: ['properties/displayName', 'text'] },
  edges: belowTenant,
});

export const convertSubscription = azureObject({
  kind: 'AZSubscription',
  key: (data) => subscriptionPath(data.id('id') ?? data.id('subscriptionId')),
  name: (data) => data.text('displayName'),
  edges: belowTenant,
});

export const convertResourceGroup = azureObject({
  kind: 'AZResourceGroup',
  key: byId,
  name: plainName,
  container: subscriptionOf,
});

export const convertKeyVault = azureObject({
  kind: 'AZKeyVault',
  key: byId,
  name: plainName,
  properties: { enablerbacauthorization: ['properties/enableRbacAuthorization', 'flag'] },
  container: (data) => azureNode(data.id('resourceGroup') ?? data.id('resourceGroupId'), 'AZResourceGroup'),
});

export const convertVirtualMachine = resource('AZVM', {
  operatingsystem: ['properties/storageProfile/osDisk/osType', 'upper'],
});
export const convertVmScaleSet = resource('AZVMScaleSet');
export const convertFunctionApp = resource('AZFunctionApp');
export const convertWebApp = resource('AZWebApp');
export const convertLogicApp = resource('AZLogicApp');
export const convertAutomationAccount = resource('AZAutomationAccount');
export const convertContainerRegistry = resource('AZContainerRegistry');
export const convertStorageAccount = resource('AZStorageAccount');

export const convertStorageContainer = azureObject({
  kind: 'AZStorageContainer',
  key: byId,
  name: plainName,
  properties: { publicaccess: ['properties/publicAccess', 'text'] },
  container: (data) => azureNode(data.id('storageAccountId'), 'AZStorageAccount'),
});

/** A cluster runs on machines in a resource group that Azure made for it. */
export const convertManagedCluster: AzureConverter = azureObject({
  kind: 'AZManagedCluster',
  key: byId,
  name: plainName,
  properties: { noderesourcegroupid: nodeResourceGroup },
  container: resourceGroupOf,
  edges: (data, node) =>
    oneEdge(
      { objectid: node.objectid, list: { of: 'outgoing', kind: 'AZNodeResourceGroup' } },
      link(node, 'AZNodeResourceGroup', azureNode(nodeResourceGroup(data), 'AZResourceGroup')),
    ),
});

function resource(kind: string, properties: Readonly<Record<string, PropertySource>> = {}): AzureConverter {
  return azureObject({ kind, key: byId, name: plainName, properties, container: resourceGroupOf, edges: identities });
}

/** Not the list of what contains it: the management groups above it, of which other records tell, contain it too. */
function belowTenant(data: Fields, node: KnownEndpoint): Iterable<GraphPart> {
  return link(tenant(data), 'AZContains', node);
}

function resourceGroupOf(data: Fields): KnownEndpoint | null {
  return azureNode(data.id('resourceGroupId'), 'AZResourceGroup');
}

function subscriptionOf(data: Fields): KnownEndpoint | null {
  return azureNode(subscriptionPath(data.id('subscriptionId')), 'AZSubscription');
}

function nodeResourceGroup(data: Fields): string | null {
  const name = identifierOf(data.object('properties')?.text('nodeResourceGroup') ?? '');
  const subscription = subscriptionOf(data);
  return name !== null && subscription ? `${subscription.objectid}/RESOURCEGROUPS/${name}` : null;
}

/** The service principals that a resource acts as: its own and those assigned to it. */
function* identities(data: Fields, node: KnownEndpoint): Generator<GraphPart> {
  const identity = data.object('identity');
  if (identity) {
    const list = { of: 'outgoing', kind: 'AZManagedIdentity' } as const;
    yield* completing({ objectid: node.objectid, list }, identity, identityEdges(identity, node));
  }
}

function* identityEdges(identity: Fields, node: KnownEndpoint): Generator<GraphPart> {
  yield* link(node, 'AZManagedIdentity', servicePrincipal(identity));
  for (const assigned of identity.entries('userAssignedIdentities')) {
    if (assigned.text('clientId') !== null) {
      yield* link(node, 'AZManagedIdentity', servicePrincipal(assigned));
    }
  }
}

function servicePrincipal(identity: Fields): KnownEndpoint | null {
  return azureNode(identity.id('principalId'), 'AZServicePrincipal');
}

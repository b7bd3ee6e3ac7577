import type { KnownEndpoint } from '../../../graph/records.js';
import type { Statements } from '../../../graph/statements.js';
import type { Fields } from '../../records/fields.js';
import { identifierOf } from '../../records/identifier.js';
import { azureNode, principal, subscriptionPath, tenant } from './azure-node.js';
import { type AzureKinds, type AzureObject, nameAt, type PropertySource } from './azure-object.js';
import { stateLists, stateOnlyEdge } from './whole-lists.js';

const permissionEdges = [
  ['certificates', 'AZGetCertificates'],
  ['keys', 'AZGetKeys'],
  ['secrets', 'AZGetSecrets'],
] as const;

/** By the kind of the record. */
export const resources: AzureKinds = {
  AZManagementGroup: {
    // If a file does not name the tenant, the analysis does.
    name: (data) =>
      data.text('tenantName') === null ? undefined : nameAt(data.text('tenantName'), displayNameOf(data)),
    properties: { displayname: displayNameOf },
    edges: stateTenant,
  },
  AZSubscription: {
    key: (data) => subscriptionPath(data.id('id') ?? data.id('subscriptionId')),
    name: ['displayName', 'text'],
    edges: stateTenant,
  },
  AZResourceGroup: { container: subscriptionOf },
  AZKeyVault: {
    properties: { enablerbacauthorization: ['properties/enableRbacAuthorization', 'flag'] },
    container: (data) => azureNode(data.id('resourceGroup') ?? data.id('resourceGroupId'), 'AZResourceGroup'),
  },
  AZVM: resource({ operatingsystem: ['properties/storageProfile/osDisk/osType', 'upper'] }),
  AZVMScaleSet: resource(),
  AZFunctionApp: resource(),
  AZWebApp: resource(),
  AZLogicApp: resource(),
  AZAutomationAccount: resource(),
  AZContainerRegistry: resource(),
  AZStorageAccount: resource(),
  AZStorageContainer: {
    properties: { publicaccess: ['properties/publicAccess', 'text'] },
    container: (data) => azureNode(data.id('storageAccountId'), 'AZStorageAccount'),
  },
  // The machines of a cluster are in a resource group that Azure creates for it.
  AZManagedCluster: {
    properties: { noderesourcegroupid: (data) => nodeResourceGroup(data) ?? undefined },
    container: resourceGroupOf,
    edges: (data, node, into) =>
      stateOnlyEdge(into, node, 'AZNodeResourceGroup', azureNode(nodeResourceGroup(data), 'AZResourceGroup')),
  },
  AZManagementGroupDescendant: convertDescendant,
  AZKeyVaultAccessPolicy: convertAccessPolicy,
};

function resource(properties: Readonly<Record<string, PropertySource>> = {}): AzureObject {
  return { properties, container: resourceGroupOf, edges: stateIdentities };
}

function displayNameOf(data: Fields): string | undefined {
  return data.object('properties')?.text('displayName') ?? data.text('name') ?? undefined;
}

/** Not a whole list: other records state the management groups that contain the object. */
function stateTenant(data: Fields, node: KnownEndpoint, into: Statements): void {
  into.link(tenant(data), 'AZContains', node);
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

/** The service principals of a resource: its own, and assigned ones. */
function stateIdentities(data: Fields, node: KnownEndpoint, into: Statements): void {
  const identity = data.object('identity');
  if (!identity) return;
  stateLists(identity, into, node.objectid, ['AZManagedIdentity'], () => {
    into.link(node, 'AZManagedIdentity', servicePrincipal(identity));
    for (const assigned of identity.entries('userAssignedIdentities'))
      if (assigned.text('clientId') !== null) into.link(node, 'AZManagedIdentity', servicePrincipal(assigned));
  });
}

function servicePrincipal(identity: Fields): KnownEndpoint | null {
  return azureNode(identity.id('principalId'), 'AZServicePrincipal');
}

/** A subscription or management group in a management group. */
function convertDescendant(data: Fields, into: Statements): void {
  const parent = azureNode(data.object('properties')?.object('parent')?.id('id') ?? null, 'AZManagementGroup');
  const type = data.text('type')?.toLowerCase() ?? '';
  if (type.endsWith('/subscriptions')) {
    into.link(parent, 'AZContains', azureNode(subscriptionPath(data.id('id')), 'AZSubscription'));
  } else {
    const kind = type.endsWith('/managementgroups') ? 'AZManagementGroup' : null;
    into.link(parent, 'AZContains', azureNode(data.id('id'), kind));
  }
}

/** The permissions of a principal by the access policy of a key vault. */
function convertAccessPolicy(data: Fields, into: Statements): void {
  const vault = azureNode(data.id('keyVaultId'), 'AZKeyVault');
  const permissions = data.object('permissions');
  for (const [list, edge] of permissionEdges) {
    const granted = permissions?.texts(list).map((permission) => permission.toLowerCase()) ?? [];
    if (granted.includes('get') || granted.includes('all')) {
      into.link(principal(data, 'objectId'), edge, vault);
    }
  }
}

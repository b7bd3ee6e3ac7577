import { bufferSource, type PayloadSource } from '../../reading/payload-source.js';

export type AzureRecord = readonly [kind: string, data: object];

const guid = (number: number) => `5eed0000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const tenantId = guid(1);
export const subscription = `/subscriptions/${guid(2)}`;
const group = `${subscription}/resourceGroups/rg1`;
export const user = guid(11);
const [helpDesk, app, payroll, graphApp, device] = [guid(12), guid(13), guid(14), guid(15), guid(16)];
const appObject = guid(99);
const [vmPrincipal, logicPrincipal] = [guid(21), guid(22)];
const globalAdministrator = '62E90394-69F5-4237-9190-012177145E10';
const management = '/providers/Microsoft.Management/managementGroups/root';
const vault = `${group}/providers/Microsoft.KeyVault/vaults/kv1`;
export const machine = `${group}/providers/Microsoft.Compute/virtualMachines/vm1`;
const workflow = `${group}/providers/Microsoft.Logic/workflows/la1`;
export const cluster = `${group}/providers/Microsoft.ContainerService/managedClusters/k1`;
const tenant = { tenantId, tenantName: 'BIRCHWOOD' };
const resource = { resourceGroupId: group, subscriptionId: subscription, tenantId };

/** A small tenant with one record of each sort. */
export const smallTenant: readonly AzureRecord[] = [
  ['AZTenant', { id: `/tenants/${tenantId}`, tenantId, displayName: 'Birchwood', collected: true }],
  [
    'AZUser',
    {
      ...tenant,
      id: user,
      displayName: 'ADA HILL',
      userPrincipalName: 'ada@birchwood.example',
      mail: 'ada@birchwood.example',
      jobTitle: 'Clerk',
      accountEnabled: true,
      userType: 'Member',
      createdDateTime: '2024-02-03T04:05:06Z',
      onPremisesSyncEnabled: true,
      onPremisesSecurityIdentifier: 'S-1-5-21-1-2-3-1101',
    },
  ],
  ['AZGroup', { ...tenant, id: helpDesk, displayName: 'HELP DESK', securityEnabled: true, isAssignableToRole: true }],
  ['AZGroupMember', { groupId: helpDesk, members: [{ groupId: helpDesk, member: directoryObject('user', user) }] }],
  [
    'AZGroupOwner',
    { groupId: helpDesk, owners: [{ groupId: helpDesk, owner: directoryObject('servicePrincipal', payroll) }] },
  ],
  ['AZApp', { ...tenant, id: appObject, appId: app, displayName: 'PAYROLL', publisherDomain: 'birchwood.example' }],
  ['AZAppOwner', { appId: app, owners: [{ appId: appObject, owner: directoryObject('user', user) }] }],
  [
    'AZServicePrincipal',
    {
      ...tenant,
      id: payroll,
      appId: app,
      appDisplayName: 'PAYROLL',
      appOwnerOrganizationId: tenantId,
      displayName: 'PAYROLL',
    },
  ],
  [
    'AZAppRoleAssignment',
    {
      appRoleId: '1bfefb4e-e0b5-418b-a88f-73c46d2cc8e9',
      principalId: payroll,
      principalType: 'ServicePrincipal',
      principalDisplayName: 'PAYROLL',
      resourceId: graphApp,
      resourceDisplayName: 'Microsoft Graph',
      appId: '00000003-0000-0000-c000-000000000000',
      tenantId,
    },
  ],
  ['AZDevice', { ...tenant, id: device, deviceId: guid(98), displayName: 'LT-17', operatingSystem: 'Windows' }],
  [
    'AZRole',
    { ...tenant, id: globalAdministrator, templateId: globalAdministrator, displayName: 'GLOBAL ADMINISTRATOR' },
  ],
  [
    'AZRoleAssignment',
    {
      roleDefinitionId: globalAdministrator,
      tenantId,
      roleAssignments: [{ id: 'a', principalId: user, roleDefinitionId: globalAdministrator, directoryScopeId: '/' }],
    },
  ],
  ['AZManagementGroup', { id: management, name: 'root', properties: { displayName: 'Root', tenantId }, tenantId }],
  [
    'AZManagementGroupDescendant',
    { id: subscription, name: guid(2), type: '/subscriptions', properties: { parent: { id: management } } },
  ],
  ['AZSubscription', { id: subscription, subscriptionId: guid(2), displayName: 'MAIN', tenantId }],
  ['AZSubscriptionOwner', { subscriptionId: subscription, owners: [{ owner: assignment(helpDesk, subscription) }] }],
  ['AZResourceGroup', { id: group, name: 'rg1', subscriptionId: subscription, tenantId }],
  [
    'AZKeyVault',
    { id: vault, name: 'kv1', properties: { enableRbacAuthorization: false }, resourceGroup: group, tenantId },
  ],
  [
    'AZKeyVaultAccessPolicy',
    {
      objectId: payroll,
      permissions: { keys: ['Get', 'List'], secrets: ['get'], certificates: ['List'] },
      keyVaultId: vault,
    },
  ],
  [
    'AZVM',
    {
      ...resource,
      id: machine,
      name: 'vm1',
      identity: { type: 'SystemAssigned', principalId: vmPrincipal },
      properties: { vmId: guid(97), storageProfile: { osDisk: { osType: 'Windows' } } },
    },
  ],
  ['AZVMVMContributor', { virtualMachineId: machine, vmContributors: [{ vmContributor: assignment(user, machine) }] }],
  [
    'AZLogicApp',
    {
      ...resource,
      id: workflow,
      name: 'la1',
      identity: { userAssignedIdentities: { [`${group}/id1`]: { clientId: guid(96), principalId: logicPrincipal } } },
    },
  ],
  [
    'AZLogicAppRoleAssignment',
    {
      objectId: workflow,
      assignees: [
        {
          objectId: workflow,
          roleDefinitionId: '87A39D53-FC1B-424A-814C-F7E04687DC9E',
          assignee: assignment(user, workflow),
        },
      ],
    },
  ],
  ['AZManagedCluster', { ...resource, id: cluster, name: 'k1', properties: { nodeResourceGroup: 'MC_rg1' } }],
];

function directoryObject(type: string, id: string): object {
  return { '@odata.type': `#microsoft.graph.${type}`, id };
}

function assignment(principalId: string, scope: string): object {
  return { id: 'a1', properties: { principalId, scope, roleDefinitionId: guid(95) } };
}

/** The file of a collection that consists of these records. */
export function azureFile(records: readonly AzureRecord[]): PayloadSource {
  const data = records.map(([kind, record]) => ({ kind, data: record }));
  const payload = { data, meta: { type: 'azure', version: 5, count: data.length } };
  return bufferSource('azure.json', Buffer.from(JSON.stringify(payload)));
}

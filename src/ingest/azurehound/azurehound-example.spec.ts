import { describe, expect, it } from '@jest/globals';
import type { EdgeRecord, NodeRecord } from '../../graph/records.js';
import { PayloadConverter } from '../payload-converter.js';
import { formatOf } from '../payload-format.js';
import { PayloadTally } from '../payload-tally.js';
import { bufferSource } from '../readers/payload-source.js';
import { defaultReadLimits } from '../readers/read-limits.js';
import { edgeText } from '../records/converted.fixture.js';

const guid = (number: number) => `5eed0000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const tenantId = guid(1);
const subscription = `/subscriptions/${guid(2)}`;
const group = `${subscription}/resourceGroups/rg1`;
const [user, helpDesk, app, payroll, graphApp, device] = [guid(11), guid(12), guid(13), guid(14), guid(15), guid(16)];
const [vmPrincipal, logicPrincipal] = [guid(21), guid(22)];
const globalAdministrator = '62E90394-69F5-4237-9190-012177145E10';
const management = '/providers/Microsoft.Management/managementGroups/root';
const vault = `${group}/providers/Microsoft.KeyVault/vaults/kv1`;
const machine = `${group}/providers/Microsoft.Compute/virtualMachines/vm1`;
const workflow = `${group}/providers/Microsoft.Logic/workflows/la1`;
const cluster = `${group}/providers/Microsoft.ContainerService/managedClusters/k1`;
const tenant = { tenantId, tenantName: 'BIRCHWOOD' };
const resource = { resourceGroupId: group, subscriptionId: subscription, tenantId };

/** A small tenant with one record of each sort. */
const records: readonly (readonly [kind: string, data: object])[] = [
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
  ['AZApp', { ...tenant, id: guid(99), appId: app, displayName: 'PAYROLL', publisherDomain: 'birchwood.example' }],
  ['AZAppOwner', { appId: app, owners: [{ appId: app, owner: directoryObject('user', user) }] }],
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

function countBy(values: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) {
    counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}

describe('the records of a small tenant', () => {
  const nodes = new Map<string, Set<string>>();
  const properties = new Map<string, NodeRecord['properties']>();
  const edges: EdgeRecord[] = [];
  const tally = new PayloadTally('azure.json');

  const see = (objectid: string, kinds: readonly string[]) =>
    nodes.set(objectid, new Set([...(nodes.get(objectid) ?? []), ...kinds]));

  const convert = async () => {
    const payload = {
      data: records.map(([kind, data]) => ({ kind, data })),
      meta: { type: 'azure', version: 5, count: 0 },
    };
    const source = bufferSource('azure.json', Buffer.from(JSON.stringify(payload)));
    const sink = {
      node: (node: NodeRecord) => {
        see(node.objectid, node.kinds);
        properties.set(node.objectid, { ...properties.get(node.objectid), ...node.properties });
      },
      edge: (edge: EdgeRecord) => {
        for (const end of [edge.source, edge.target]) {
          if ('objectid' in end) {
            see(end.objectid, end.kinds);
          }
        }
        edges.push(edge);
      },
      wholeList: () => {},
      endOfRecord: () => {},
    };
    const format = formatOf({ layout: 'classic', type: 'azure', version: 5, methods: null, count: null });
    expect(await new PayloadConverter(format, sink, tally).convert(source.open(), defaultReadLimits)).toBe(true);
  };

  it('become 18 nodes and 28 edges', async () => {
    await convert();
    expect(tally).toMatchObject({ records: 24, faultCount: 0 });
    expect(nodes.size).toBe(18);
    expect(
      countBy([...nodes.values()].map((kinds) => [...kinds].filter((kind) => kind !== 'AZBase').join('+'))),
    ).toEqual({
      AZTenant: 1,
      AZUser: 1,
      AZGroup: 1,
      AZApp: 1,
      AZServicePrincipal: 4,
      AZDevice: 1,
      AZRole: 1,
      AZManagementGroup: 1,
      AZSubscription: 1,
      AZResourceGroup: 2,
      AZKeyVault: 1,
      AZVM: 1,
      AZLogicApp: 1,
      AZManagedCluster: 1,
    });
    expect(new Set(edges.map((edge) => edgeText(edge))).size).toBe(28);
    expect(countBy(edges.map(({ kind }) => kind))).toEqual({
      AZContains: 14,
      AZMemberOf: 1,
      AZOwns: 2,
      AZRunsAs: 1,
      AZMGApplication_ReadWrite_All: 1,
      AZHasRole: 1,
      AZOwner: 1,
      AZGetKeys: 1,
      AZGetSecrets: 1,
      AZManagedIdentity: 2,
      AZVMContributor: 1,
      AZLogicAppContributor: 1,
      AZNodeResourceGroup: 1,
    });
    expect(edges.find(({ kind }) => kind === 'AZHasRole')?.properties).toEqual({ scope: tenantId.toUpperCase() });
  });

  it('carry the properties of what they describe', () => {
    expect(properties.get(user.toUpperCase())).toEqual({
      name: 'ADA@BIRCHWOOD.EXAMPLE',
      displayname: 'ADA HILL',
      tenantid: tenantId.toUpperCase(),
      enabled: true,
      whencreated: Date.UTC(2024, 1, 3, 4, 5, 6) / 1000,
      title: 'Clerk',
      email: 'ada@birchwood.example',
      onpremid: 'S-1-5-21-1-2-3-1101',
      onpremsyncenabled: true,
      userprincipalname: 'ada@birchwood.example',
      usertype: 'Member',
    });
    expect(properties.get(cluster.toUpperCase())).toEqual({
      name: 'K1',
      tenantid: tenantId.toUpperCase(),
      noderesourcegroupid: `${subscription}/resourceGroups/MC_rg1`.toUpperCase(),
    });
  });
});

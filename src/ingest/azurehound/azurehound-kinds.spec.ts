import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../readers/json-parts.js';
import { converted, type Converted } from '../records/converted.fixture.js';
import { azureHoundKinds } from './azurehound-kinds.js';

function convert(kind: string, data: JsonObject): Converted {
  const converter = azureHoundKinds.get(kind);
  if (!converter) {
    throw new Error(`no converter of ${kind}`);
  }
  return converted(converter, data);
}

const tenant = { tenantId: 't1', tenantName: 'Birch' };
const inTenant = (node: string) => `T1:AZTenant+AZBase -AZContains-> ${node}`;

describe('objects of the directory', () => {
  it('a tenant is known by its id, and marked as collected only where it was', () => {
    expect(convert('AZTenant', { id: '/tenants/t1', tenantId: 't1', displayName: 'Birch' })).toEqual({
      nodes: [
        {
          objectid: 'T1',
          kinds: ['AZTenant', 'AZBase'],
          properties: { name: 'BIRCH', displayname: 'Birch', tenantid: 'T1' },
          described: true,
        },
      ],
      edges: [],
      faults: [],
    });
  });

  it('a user without the fields that collectors leave out is disabled and not synchronised', () => {
    expect(convert('AZUser', { ...tenant, id: 'u1', createdDateTime: '0001-01-01T00:00:00Z' })).toMatchObject({
      nodes: [{ objectid: 'U1', properties: { tenantid: 'T1', enabled: false, onpremsyncenabled: false } }],
      edges: [inTenant('U1:AZUser+AZBase')],
    });
  });

  it.each([
    ['AZGroup', { id: 'x1', displayName: 'Ops' }, 'OPS@BIRCH'],
    ['AZServicePrincipal', { id: 'x1', displayName: 'Ops' }, 'OPS@BIRCH'],
    ['AZDevice', { id: 'x1', displayName: 'Ops' }, 'OPS@BIRCH'],
    ['AZApp', { appId: 'x1', displayName: 'Ops', publisherDomain: 'b.example' }, 'OPS@B.EXAMPLE'],
    ['AZApp', { appId: 'x1', displayName: 'Ops' }, 'OPS'],
    ['AZManagementGroup', { id: 'x1', properties: { displayName: 'Root' } }, 'ROOT@BIRCH'],
  ])('%s is named by display name and place', (kind, data, name) => {
    expect(convert(kind, { ...tenant, ...data })).toMatchObject({
      nodes: [{ objectid: 'X1', kinds: [kind, 'AZBase'], properties: { name } }],
      edges: [inTenant(`X1:${kind}+AZBase`)],
      faults: [],
    });
  });

  it('a service principal runs an app of which it tells the name', () => {
    const { nodes, edges } = convert('AZServicePrincipal', {
      ...tenant,
      id: 's1',
      appId: 'a1',
      appDisplayName: 'Pay',
      appOwnerOrganizationId: 't2',
    });
    expect(nodes[1]).toEqual({
      objectid: 'A1',
      kinds: ['AZApp', 'AZBase'],
      properties: { displayname: 'Pay', tenantid: 'T2' },
      described: false,
    });
    expect(edges).toEqual([
      inTenant('S1:AZServicePrincipal+AZBase'),
      'A1:AZApp+AZBase -AZRunsAs-> S1:AZServicePrincipal+AZBase',
    ]);
  });

  it('a role is known within its tenant', () => {
    expect(convert('AZRole', { ...tenant, id: 'r1', displayName: 'Reader' }).nodes[0]?.objectid).toBe('R1@T1');
    expect(convert('AZRole', { id: 'r1' })).toEqual({
      nodes: [],
      edges: [],
      faults: ['id: is missing or empty; the record is left out'],
    });
  });

  it('a federated credential signs in as its app', () => {
    const fic = { id: 'f1', name: 'ci', issuer: 'https://ci.example', subject: 'repo', audiences: ['api://x'] };
    expect(convert('AZFederatedIdentityCredential', { appId: 'a1', fics: [{ fic, appId: 'a1' }] })).toEqual({
      nodes: [
        {
          objectid: 'F1',
          kinds: ['AZFederatedIdentityCredential', 'AZBase'],
          properties: { name: 'CI', issuer: 'https://ci.example', subject: 'repo', audiences: ['api://x'] },
          described: true,
        },
      ],
      edges: ['F1:AZFederatedIdentityCredential+AZBase -AZAuthenticatesTo-> A1:AZApp+AZBase'],
      faults: [],
    });
  });
});

const object = (type: string, id: string) => ({ '@odata.type': `#microsoft.graph.${type}`, id });

describe('relations of the directory', () => {
  it.each([
    ['AZGroupMember', 'members', 'member', 'groupId', '-AZMemberOf-> X1:AZGroup+AZBase'],
    ['AZGroupOwner', 'owners', 'owner', 'groupId', '-AZOwns-> X1:AZGroup+AZBase'],
    ['AZAppOwner', 'owners', 'owner', 'appId', '-AZOwns-> X1:AZApp+AZBase'],
    ['AZServicePrincipalOwner', 'owners', 'owner', 'servicePrincipalId', '-AZOwns-> X1:AZServicePrincipal+AZBase'],
    ['AZDeviceOwner', 'owners', 'owner', 'deviceId', '-AZOwns-> X1:AZDevice+AZBase'],
  ])('%s relates every known type of object', (kind, list, item, idField, end) => {
    const objects = [
      object('user', 'u1'),
      object('group', 'g1'),
      object('servicePrincipal', 's1'),
      object('device', 'd1'),
    ];
    const entries = [...objects, object('orgContact', 'o1'), null].map((value) => ({ [item]: value, [idField]: 'x1' }));
    expect(convert(kind, { [list]: entries, [idField]: 'x1' })).toEqual({
      nodes: [],
      edges: [
        `U1:AZUser+AZBase ${end}`,
        `G1:AZGroup+AZBase ${end}`,
        `S1:AZServicePrincipal+AZBase ${end}`,
        `D1:AZDevice+AZBase ${end}`,
      ],
      faults: [],
    });
  });

  it.each([
    ['1BFEFB4E-E0B5-418B-A88F-73C46D2CC8E9', 'AZMGApplication_ReadWrite_All'],
    ['06b708a9-e830-4db3-a914-8e69da51d44f', 'AZMGAppRoleAssignment_ReadWrite_All'],
    ['19dbc75e-c2e2-444c-a770-ec69d8559fc7', 'AZMGDirectory_ReadWrite_All'],
    ['62a82d76-70ea-41e2-9197-370581804d09', 'AZMGGroup_ReadWrite_All'],
    ['dbaae8cf-10b5-4b86-a4a1-f871c94c6695', 'AZMGGroupMember_ReadWrite_All'],
    ['9e3f62cf-ca93-4989-b6ce-bf83c28f9fe8', 'AZMGRoleManagement_ReadWrite_Directory'],
    ['89c8469c-83ad-45f7-8ff2-6e3d4285709e', 'AZMGServicePrincipalEndpoint_ReadWrite_All'],
    ['00000000-0000-4000-8000-000000000000', null],
  ])('a permission of Microsoft Graph (%s) is an edge', (appRoleId, edge) => {
    const { edges } = convert('AZAppRoleAssignment', {
      appRoleId,
      principalId: 's1',
      principalType: 'servicePrincipal',
      resourceId: 's2',
      appId: '00000003-0000-0000-C000-000000000000',
      tenantId: 't1',
    });
    expect(edges).toEqual(edge ? [`S1:AZServicePrincipal+AZBase -${edge}-> S2:AZServicePrincipal+AZBase`] : []);
  });

  it('a permission of another app or of a user says nothing', () => {
    const data = { appRoleId: '62a82d76-70ea-41e2-9197-370581804d09', principalId: 's1', resourceId: 's2' };
    expect(convert('AZAppRoleAssignment', { ...data, appId: 'a9', principalType: 'ServicePrincipal' }).nodes).toEqual(
      [],
    );
    const graph = '00000003-0000-0000-c000-000000000000';
    expect(convert('AZAppRoleAssignment', { ...data, appId: graph, principalType: 'User' }).edges).toEqual([]);
  });
});

const assigned = (roleDefinitionId: string, directoryScopeId: string) =>
  convert('AZRoleAssignment', {
    roleDefinitionId,
    tenantId: 't1',
    roleAssignments: [{ principalId: 'u1', roleDefinitionId, directoryScopeId }],
  }).edges;

describe('roles of the directory', () => {
  const applicationAdministrator = '9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3';
  const cloudApplicationAdministrator = '158C047A-C907-4556-B7EF-446551A6B5F7';
  it.each([
    ['r1', '/', 'U1:AZBase -AZHasRole-> R1@T1:AZRole+AZBase {"scope":"T1"}'],
    ['r1', '/administrativeUnits/x', 'U1:AZBase -AZHasRole-> R1@T1:AZRole+AZBase {"scope":"ADMINISTRATIVEUNITS/X"}'],
    [
      applicationAdministrator,
      '/',
      `U1:AZBase -AZHasRole-> ${applicationAdministrator.toUpperCase()}@T1:AZRole+AZBase {"scope":"T1"}`,
    ],
    [applicationAdministrator, '/a1', 'U1:AZBase -AZAppAdmin-> A1:AZBase'],
    [cloudApplicationAdministrator, '/a1', 'U1:AZBase -AZCloudAppAdmin-> A1:AZBase'],
  ])('role %s within %s', (role, scope, edge) => {
    expect(assigned(role, scope)).toEqual([edge]);
  });

  it('who may activate a role for the whole tenant is eligible', () => {
    const data = { id: 'x', roleDefinitionId: 'r1', principalId: 'u1', tenantId: 't1' };
    expect(convert('AZRoleEligibilityScheduleInstance', { ...data, directoryScopeId: '/' }).edges).toEqual([
      'U1:AZBase -AZRoleEligible-> R1@T1:AZRole+AZBase',
    ]);
    expect(convert('AZRoleEligibilityScheduleInstance', { ...data, directoryScopeId: '/au1' }).edges).toEqual([]);
  });

  it('the policy of a role says what activating it takes and who approves', () => {
    const policy = { roleDefinitionId: 'r1', tenantId: 't1', endUserAssignmentRequiresApproval: true };
    expect(
      convert('AZRoleManagementPolicyAssignment', {
        ...policy,
        endUserAssignmentRequiresMFA: true,
        endUserAssignmentUserApprovers: ['u1'],
        endUserAssignmentGroupApprovers: ['g1'],
      }),
    ).toMatchObject({
      nodes: [
        {
          objectid: 'R1@T1',
          properties: {
            enduserassignmentrequiresapproval: true,
            enduserassignmentrequirescapauthenticationcontext: false,
            enduserassignmentrequiresmfa: true,
            enduserassignmentrequiresjustification: false,
            enduserassignmentrequiresticketinformation: false,
          },
        },
      ],
      edges: [
        'U1:AZUser+AZBase -AZRoleApprover-> R1@T1:AZRole+AZBase',
        'G1:AZGroup+AZBase -AZRoleApprover-> R1@T1:AZRole+AZBase',
      ],
    });
    expect(convert('AZRoleManagementPolicyAssignment', policy).edges).toEqual([
      'E8611AB8-C189-46E8-94E1-60213AB1F814@T1:AZRole+AZBase -AZRoleApprover-> R1@T1:AZRole+AZBase',
    ]);
    expect(convert('AZRoleManagementPolicyAssignment', { ...policy, tenantId: '' }).faults).toHaveLength(1);
  });
});

describe('resources', () => {
  it.each([
    'AZVM',
    'AZVMScaleSet',
    'AZFunctionApp',
    'AZWebApp',
    'AZLogicApp',
    'AZAutomationAccount',
    'AZContainerRegistry',
  ])('%s lies in a group and acts as service principals', (kind) => {
    const { nodes, edges, faults } = convert(kind, {
      id: '/s/g/x1',
      name: 'x1',
      tenantId: 't1',
      resourceGroupId: '/s/g',
      identity: {
        principalId: 'p1',
        userAssignedIdentities: {
          '/i/1': { clientId: 'c1', principalId: 'p2' },
          '/i/2': { principalId: 'p3' },
          '/i/3': {},
        },
      },
    });
    const self = `/S/G/X1:${kind}+AZBase`;
    expect(nodes).toHaveLength(1);
    expect(nodes[0]).toMatchObject({ properties: { name: 'X1', tenantid: 'T1' }, described: true });
    expect(edges).toEqual([
      `/S/G:AZResourceGroup+AZBase -AZContains-> ${self}`,
      `${self} -AZManagedIdentity-> P1:AZServicePrincipal+AZBase`,
      `${self} -AZManagedIdentity-> P2:AZServicePrincipal+AZBase`,
    ]);
    expect(faults).toEqual([]);
  });

  it('subscriptions are known by their path, however it is written', () => {
    const key = '/SUBSCRIPTIONS/B1:AZSubscription+AZBase';
    expect(convert('AZSubscription', { id: '/subscriptions/b1', tenantId: 't1' }).edges).toEqual([inTenant(key)]);
    expect(convert('AZSubscription', { subscriptionId: 'b1', tenantId: 't1' }).edges).toEqual([inTenant(key)]);
    for (const subscriptionId of ['b1', '/subscriptions/b1', '/subscriptions/b1/']) {
      expect(convert('AZResourceGroup', { id: '/subscriptions/b1/g', subscriptionId }).edges).toEqual([
        `${key} -AZContains-> /SUBSCRIPTIONS/B1/G:AZResourceGroup+AZBase`,
      ]);
      const cluster = { id: 'k1', subscriptionId, properties: { nodeResourceGroup: 'mc' } };
      expect(convert('AZManagedCluster', cluster).edges).toEqual([
        'K1:AZManagedCluster+AZBase -AZNodeResourceGroup-> /SUBSCRIPTIONS/B1/RESOURCEGROUPS/MC:AZResourceGroup+AZBase',
      ]);
    }
  });

  it('management groups contain subscriptions and further groups', () => {
    const descendant = (type: string) =>
      convert('AZManagementGroupDescendant', { id: '/x/1', type, properties: { parent: { id: '/m/root' } } }).edges;
    const parent = '/M/ROOT:AZManagementGroup+AZBase';
    expect(descendant('/subscriptions')).toEqual([`${parent} -AZContains-> /X/1:AZSubscription+AZBase`]);
    expect(descendant('Microsoft.Management/managementGroups')).toEqual([
      `${parent} -AZContains-> /X/1:AZManagementGroup+AZBase`,
    ]);
    expect(descendant('other')).toEqual([`${parent} -AZContains-> /X/1:AZBase`]);
    expect(convert('AZManagementGroupDescendant', { id: '/x/1', properties: {} }).edges).toEqual([]);
  });

  it('access policies of a vault give what they list, or all', () => {
    const policy = (permissions: JsonObject) =>
      convert('AZKeyVaultAccessPolicy', { objectId: 'u1', keyVaultId: 'v1', permissions }).edges;
    expect(policy({ keys: ['GET'], certificates: ['All'], secrets: ['list'], storage: ['get'] })).toEqual([
      'U1:AZBase -AZGetCertificates-> V1:AZKeyVault+AZBase',
      'U1:AZBase -AZGetKeys-> V1:AZKeyVault+AZBase',
    ]);
    expect(convert('AZKeyVaultAccessPolicy', { objectId: 'u1', keyVaultId: 'v1' }).edges).toEqual([]);
  });
});

const properties = (scope: string) => ({ properties: { principalId: 'u1', roleDefinitionId: 'x', scope } });

describe('roles on resources', () => {
  it.each([
    ['AZSubscriptionOwner', 'owner', 'subscriptionId', 'AZOwner', 'AZSubscription'],
    ['AZResourceGroupOwner', 'owner', 'resourceGroupId', 'AZOwner', 'AZResourceGroup'],
    ['AZManagementGroupOwner', 'owner', 'managementGroupId', 'AZOwner', 'AZManagementGroup'],
    ['AZKeyVaultOwner', 'owner', 'keyVaultId', 'AZOwner', 'AZKeyVault'],
    ['AZVMOwner', 'owner', 'virtualMachineId', 'AZOwner', 'AZVM'],
    [
      'AZSubscriptionUserAccessAdmin',
      'userAccessAdmin',
      'subscriptionId',
      'AZUserAccessAdministrator',
      'AZSubscription',
    ],
    [
      'AZResourceGroupUserAccessAdmin',
      'userAccessAdmin',
      'resourceGroupId',
      'AZUserAccessAdministrator',
      'AZResourceGroup',
    ],
    [
      'AZManagementGroupUserAccessAdmin',
      'userAccessAdmin',
      'managementGroupId',
      'AZUserAccessAdministrator',
      'AZManagementGroup',
    ],
    ['AZKeyVaultUserAccessAdmin', 'userAccessAdmin', 'keyVaultId', 'AZUserAccessAdministrator', 'AZKeyVault'],
    ['AZVMUserAccessAdmin', 'userAccessAdmin', 'virtualMachineId', 'AZUserAccessAdministrator', 'AZVM'],
    ['AZSubscriptionContributor', 'contributor', 'subscriptionId', 'AZContributor', 'AZSubscription'],
    ['AZResourceGroupContributor', 'contributor', 'resourceGroupId', 'AZContributor', 'AZResourceGroup'],
    ['AZManagementGroupContributor', 'contributor', 'managementGroupId', 'AZContributor', 'AZManagementGroup'],
    ['AZKeyVaultContributor', 'contributor', 'keyVaultId', 'AZContributor', 'AZKeyVault'],
    ['AZVMContributor', 'contributor', 'virtualMachineId', 'AZContributor', 'AZVM'],
    ['AZKeyVaultKVContributor', 'kvContributor', 'keyVaultId', 'AZKeyVaultContributor', 'AZKeyVault'],
    ['AZVMAdminLogin', 'adminLogin', 'virtualMachineId', 'AZVMAdminLogin', 'AZVM'],
    ['AZVMAvereContributor', 'avereContributor', 'virtualMachineId', 'AZAvereContributor', 'AZVM'],
    ['AZVMVMContributor', 'vmContributor', 'virtualMachineId', 'AZVMContributor', 'AZVM'],
  ])('%s lists who has the role on the resource itself', (kind, item, idField, edge, resource) => {
    const entries = ['/Subscriptions/B1/', '/subscriptions/other'].map((scope) => ({ [item]: properties(scope) }));
    expect(convert(kind, { [`${item}s`]: entries, [idField]: '/subscriptions/b1' })).toEqual({
      nodes: [],
      edges: [`U1:AZBase -${edge}-> /SUBSCRIPTIONS/B1:${resource}+AZBase`],
      faults: [],
    });
  });

  it('finds the subscription also by its bare id', () => {
    const owners = [{ owner: properties('/subscriptions/b1') }];
    expect(convert('AZSubscriptionOwner', { owners, subscriptionId: 'b1' }).edges).toEqual([
      'U1:AZBase -AZOwner-> /SUBSCRIPTIONS/B1:AZSubscription+AZBase',
    ]);
  });

  const basic: readonly (readonly [string, string])[] = [
    ['8e3af657-a8ff-443c-a75c-2fe8c4bcb635', 'AZOwner'],
    ['18d7d88d-d35e-4fb5-a5c3-7773c20a72d9', 'AZUserAccessAdministrator'],
    ['b24988ac-6180-42a0-ab88-20f7382dd24c', 'AZContributor'],
  ];

  it.each([
    ['AZVMScaleSet', '9980e02c-c2be-4d73-94e8-173b1dc7cf3c', 'AZVMContributor'],
    ['AZFunctionApp', 'de139f84-1756-47ae-9be6-808fbbe84772', 'AZWebsiteContributor'],
    ['AZWebApp', 'de139f84-1756-47ae-9be6-808fbbe84772', 'AZWebsiteContributor'],
    ['AZLogicApp', '87a39d53-fc1b-424a-814c-f7e04687dc9e', 'AZLogicAppContributor'],
    ['AZAutomationAccount', 'f353d9bd-d4a6-484e-a77a-8050b599b867', 'AZAutomationContributor'],
    ['AZManagedCluster', 'ed7f3fbd-7b88-4dd4-9017-9adb7ce333f8', 'AZAKSContributor'],
    ['AZContainerRegistry', '87a39d53-fc1b-424a-814c-f7e04687dc9e', null],
  ])('%s lists all roles, of which the known ones are edges', (kind, role, edge) => {
    const roles = [...basic, [role, edge] as const];
    const assignees = [
      ...roles.map(([roleDefinitionId]) => ({ roleDefinitionId, assignee: properties('/x/1') })),
      { roleDefinitionId: basic[0]?.[0] ?? '', assignee: properties('/x') },
    ];
    const edges = roles.flatMap(([, name]) => (name ? [`U1:AZBase -${name}-> /X/1:${kind}+AZBase`] : []));
    expect(convert(`${kind}RoleAssignment`, { objectId: '/X/1', assignees })).toEqual({ nodes: [], edges, faults: [] });
  });

  it('takes a role definition that is written as a path', () => {
    const roleDefinitionId = `/providers/Microsoft.Authorization/roleDefinitions/${basic[0]?.[0] ?? ''}`;
    const assignees = [{ assignee: { properties: { principalId: 'u1', scope: '/x/1', roleDefinitionId } } }];
    expect(convert('AZWebAppRoleAssignment', { objectId: '/x/1', assignees }).edges).toEqual([
      'U1:AZBase -AZOwner-> /X/1:AZWebApp+AZBase',
    ]);
  });
});

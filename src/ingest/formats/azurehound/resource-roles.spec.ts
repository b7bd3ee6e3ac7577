import { describe, expect, it } from '@jest/globals';
import { convert } from './azure-record.fixture.js';

const properties = (scope: string) => ({ properties: { principalId: 'u1', roleDefinitionId: 'x', scope } });

const definition = (role: string) => `/providers/Microsoft.Authorization/roleDefinitions/${role}`;

const entry = (role: string, scope: string) => ({
  roleAssignment: { properties: { principalId: 'u1', scope, roleDefinitionId: definition(role) } },
});

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
    ['AZStorageAccount', '87a39d53-fc1b-424a-814c-f7e04687dc9e', null],
  ])('%s lists all roles, of which the known ones are edges', (kind, role, edge) => {
    const roles = [...basic, [role, edge] as const];
    const assignees = [
      ...roles.map(([roleDefinitionId]) => ({ roleDefinitionId, assignee: properties('/x/1') })),
      { roleDefinitionId: basic[0]?.[0] ?? '', assignee: properties('/x') },
    ];
    const edges = roles.flatMap(([, name]) => (name ? [`U1:AZBase -${name}-> /X/1:${kind}+AZBase`] : []));
    expect(convert(`${kind}RoleAssignment`, { objectId: '/X/1', assignees })).toEqual({ nodes: [], edges, faults: [] });
  });

  it.each([
    ['AZSubscription', 'subscriptionId', []],
    ['AZResourceGroup', 'resourceGroupId', []],
    ['AZManagementGroup', 'managementGroupId', []],
    ['AZKeyVault', 'keyVaultId', [['f25e0fa2-a7c8-4377-a976-54943a77a395', 'AZKeyVaultContributor']]],
    ['AZKeyVault', 'virtualMachineId', [['f25e0fa2-a7c8-4377-a976-54943a77a395', 'AZKeyVaultContributor']]],
    [
      'AZVM',
      'virtualMachineId',
      [
        ['1c0163c0-47e6-4577-8991-ea5c82e286e4', 'AZVMAdminLogin'],
        ['4f8fab4f-1852-4a58-a46a-8eaf358af14a', 'AZAvereContributor'],
        ['9980e02c-c2be-4d73-94e8-173b1dc7cf3c', 'AZVMContributor'],
      ],
    ],
  ])('%sRoleAssignment with %s lists all roles on the resource itself', (kind, idField, further) => {
    const roles = [...basic, ...further];
    const roleAssignments = [
      ...roles.map(([role]) => entry(role ?? '', '/subscriptions/B1')),
      entry(basic[0]?.[0] ?? '', '/'),
      entry('00000000-0000-4000-8000-000000000000', '/subscriptions/b1'),
    ];
    expect(convert(`${kind}RoleAssignment`, { roleAssignments, [idField]: '/subscriptions/b1' })).toEqual({
      nodes: [],
      edges: roles.map(([, edge]) => `U1:AZBase -${edge}-> /SUBSCRIPTIONS/B1:${kind}+AZBase`),
      faults: [],
    });
  });

  it('takes a role definition that is written as a path', () => {
    const roleDefinitionId = `/providers/Microsoft.Authorization/roleDefinitions/${basic[0]?.[0] ?? ''}`;
    const assignees = [{ assignee: { properties: { principalId: 'u1', scope: '/x/1', roleDefinitionId } } }];
    expect(convert('AZWebAppRoleAssignment', { objectId: '/x/1', assignees }).edges).toEqual([
      'U1:AZBase -AZOwner-> /X/1:AZWebApp+AZBase',
    ]);
  });
});

import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../records/json-value.js';
import { wholeLists } from '../../records/converted.fixture.js';
import { azureHoundKinds } from './azurehound-kinds.js';

const listsOf = (kind: string, data: JsonObject) =>
  wholeLists((record, into) => azureHoundKinds.get(kind)?.(record, into), data);
const user = { '@odata.type': '#microsoft.graph.user', id: 'u1' };
const assignment = (scope: string) => ({ properties: { principalId: 'u1', scope } });

describe('lists of an AzureHound record', () => {
  it.each([
    ['AZGroupMember', { groupId: 'g1', members: [{ member: user }] }, ['G1 incoming AZMemberOf']],
    [
      'AZGroupOwner',
      { groupId: 'g1', owners: [{ owner: user, groupId: 'g1' }] },
      ['G1 incoming AZOwnsRaw', 'G1 incoming AZOwns'],
    ],
    ['AZAppOwner', { appId: 'a1', owners: [{ owner: user }] }, ['A1 incoming AZOwns']],
    [
      'AZRoleAssignment',
      { tenantId: 't1', roleDefinitionId: 'r1', roleAssignments: [{ principalId: 'u1', directoryScopeId: '/' }] },
      ['R1@T1 incoming AZHasRole', 'R1@T1 incoming AZHasScopedRole'],
    ],
    [
      'AZSubscriptionOwner',
      { subscriptionId: 's1', owners: [{ owner: assignment('/subscriptions/s1') }] },
      ['/SUBSCRIPTIONS/S1 incoming AZOwner'],
    ],
    [
      'AZVMVMContributor',
      { virtualMachineId: '/vm', vmContributors: [{ vmContributor: assignment('/above') }] },
      ['/VM incoming AZVMContributor'],
    ],
    [
      'AZLogicAppRoleAssignment',
      { objectId: '/app', assignees: [{ assignee: assignment('/app') }] },
      ['AZOwner', 'AZUserAccessAdministrator', 'AZContributor', 'AZLogicAppContributor'].map(
        (kind) => `/APP incoming ${kind}`,
      ),
    ],
    [
      'AZFederatedIdentityCredential',
      { appId: 'a1', fics: [{ fic: { id: 'f1' } }] },
      ['A1 incoming AZAuthenticatesTo'],
    ],
    [
      'AZRoleManagementPolicyAssignment',
      { roleDefinitionId: 'r1', tenantId: 't1', endUserAssignmentRequiresApproval: true },
      ['R1@T1 incoming AZRoleApprover'],
    ],
    ['AZAdministrativeUnit', { id: 'x', members: [{ id: 'u1' }] }, ['X outgoing AZUnitMember']],
    ['AZAdministrativeUnit', { id: 'x', members: [] }, ['X outgoing AZUnitMember']],
    ['AZVM', { id: '/vm', identity: { principalId: 'sp1' } }, ['/VM outgoing AZManagedIdentity']],
    ['AZVM', { id: '/vm', resourceGroupId: '/rg' }, ['/VM incoming AZContains']],
    ['AZResourceGroup', { id: '/rg', subscriptionId: 's1' }, ['/RG incoming AZContains']],
    ['AZKeyVault', { id: '/kv', resourceGroup: '/rg' }, ['/KV incoming AZContains']],
    ['AZUser', { id: 'u1', tenantId: 't1' }, ['U1 incoming AZContains']],
    [
      'AZServicePrincipal',
      { id: 's1', tenantId: 't1', appId: 'a1' },
      ['S1 incoming AZContains', 'S1 incoming AZRunsAs'],
    ],
    [
      'AZManagedCluster',
      { id: '/k', resourceGroupId: '/rg', subscriptionId: 's1', properties: { nodeResourceGroup: 'mc' } },
      ['/K incoming AZContains', '/K outgoing AZNodeResourceGroup'],
    ],
  ])('are whole where they hold something: %s', (kind, data, lists) => {
    expect(listsOf(kind, data)).toEqual(lists);
  });

  it('are whole of a policy also where nobody has to approve', () => {
    const policy = { roleDefinitionId: 'r1', tenantId: 't1', endUserAssignmentUserApprovers: ['u1'] };
    expect(listsOf('AZRoleManagementPolicyAssignment', policy)).toEqual(['R1@T1 incoming AZRoleApprover']);
  });

  it.each([
    ['AZGroupMember', { groupId: 'g1', members: [] }],
    ['AZGroupMember', { groupId: 'g1' }],
    ['AZGroupMember', { members: [{ member: user, groupId: 'g1' }] }],
    ['AZGroupMember', { groupId: 'g1', members: [{ member: user }, 'u2'] }],
    ['AZAdministrativeUnit', { id: 'x' }],
    ['AZAdministrativeUnit', { id: 'x', members: [{ id: '' }] }],
    ['AZVM', { id: '/vm', resourceGroupId: 5 }],
    ['AZUser', { id: 'u1' }],
    ['AZTenant', { tenantId: 't1' }],
    ['AZManagedCluster', { id: '/k', subscriptionId: 's1' }],
    ['AZSubscription', { subscriptionId: 's1', tenantId: 't1' }],
    ['AZManagementGroup', { id: '/m1', tenantId: 't1' }],
    ['AZManagementGroupDescendant', { id: '/s1', type: '/subscriptions', properties: { parent: { id: '/m1' } } }],
    ['AZKeyVaultAccessPolicy', { objectId: 'u1', keyVaultId: '/kv', permissions: { keys: ['Get'] } }],
    [
      'AZRoleManagementPolicyAssignment',
      {
        roleDefinitionId: 'r1',
        tenantId: 't1',
        endUserAssignmentRequiresApproval: true,
        endUserAssignmentUserApprovers: ['u1', 5],
      },
    ],
    ['AZRoleManagementPolicyAssignment', { roleDefinitionId: 'r1', tenantId: 't1', endUserAssignmentRequiresMFA: 1 }],
    ['AZRoleEligibilityScheduleInstance', { principalId: 'u1', roleDefinitionId: 'r1', tenantId: 't1' }],
  ])('are not where that is not known, or several records state them: %s %j', (kind, data) => {
    expect(listsOf(kind, data)).toEqual([]);
  });
});

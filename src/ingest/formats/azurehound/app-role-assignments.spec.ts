import { describe, expect, it } from '@jest/globals';
import { convert } from './azure-record.fixture.js';

describe('a permission that an app holds', () => {
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

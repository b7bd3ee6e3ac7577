import { describe, expect, it } from '@jest/globals';
import { convert } from './azure-record.fixture.js';

const assigned = (roleDefinitionId: string, directoryScopeId: string) =>
  convert('AZRoleAssignment', {
    roleDefinitionId,
    tenantId: 't1',
    roleAssignments: [{ principalId: 'u1', roleDefinitionId, directoryScopeId }],
  }).edges;

const scoped = (scopes: string) => `U1:AZBase -AZHasScopedRole-> R1@T1:AZRole+AZBase {"scopes":["${scopes}"]}`;

const eligible = (scope: string) => `U1:AZBase -AZScopedRoleEligible-> R1@T1:AZRole+AZBase {"${scope}":true}`;

describe('roles of the directory', () => {
  const applicationAdministrator = '9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3';
  const cloudApplicationAdministrator = '158C047A-C907-4556-B7EF-446551A6B5F7';
  it.each([
    ['r1', '/', 'U1:AZBase -AZHasRole-> R1@T1:AZRole+AZBase {"scope":"T1"}'],
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

  const unit = { id: 'x', '@odata.type': '#microsoft.graph.administrativeUnit' };
  const inUnit = 'T1:AZTenant+AZBase -AZContains-> X:AZAdministrativeUnit+AZBase';
  const toUnit = 'U1:AZBase -AZScopedTo-> X:AZAdministrativeUnit+AZBase';
  const whole = 'U1:AZBase -AZHasRole-> R1@T1:AZRole+AZBase {"scope":"T1"}';
  it.each([
    [
      'an administrative unit by its path',
      '/administrativeUnits/x',
      undefined,
      [inUnit, toUnit, scoped('ADMINISTRATIVEUNITS/X')],
    ],
    ['an administrative unit as AzureHound writes it', '/', unit, [inUnit, toUnit, scoped('ADMINISTRATIVEUNITS/X')]],
    ['a group', '/', { id: 'g1', '@odata.type': '#microsoft.graph.group' }, [scoped('GROUPS/G1')]],
    ['an application by its app id', '/a1', { id: 'o1', appId: 'a1' }, [scoped('APPLICATIONS/A1')]],
    ['an object of unknown type', '/', { id: 'o1' }, ['U1:AZBase -AZScopedTo-> O1:AZBase', scoped('O1')]],
    ['the tenant by its id', '/', { id: 'T1' }, [whole]],
    ['the tenant by its type', '/', { id: 'o1', '@odata.type': '#microsoft.graph.organization' }, [whole]],
    ['the tenant by an empty object', '/', { id: '' }, [whole]],
    ['the tenant without a path', undefined, undefined, [whole]],
  ])('hold for %s', (_, directoryScopeId, directoryScope, edges) => {
    const entry = { principalId: 'u1', roleDefinitionId: 'r1', directoryScopeId, directoryScope };
    const record = { roleDefinitionId: 'r1', tenantId: 't1', roleAssignments: [JSON.parse(JSON.stringify(entry))] };
    expect(convert('AZRoleAssignment', record).edges).toEqual(edges);
  });

  it('hold for several parts of the tenant', () => {
    const entries = ['/administrativeUnits/y', '/', '/administrativeUnits/x', '/administrativeUnits/y'];
    const roleAssignments = entries.map((directoryScopeId) => ({ principalId: 'u1', directoryScopeId }));
    const { edges } = convert('AZRoleAssignment', { roleDefinitionId: 'r1', tenantId: 't1', roleAssignments });
    expect(edges.filter((edge) => edge.includes('Role->'))).toEqual([
      whole,
      'U1:AZBase -AZHasScopedRole-> R1@T1:AZRole+AZBase {"scopes":["ADMINISTRATIVEUNITS/X","ADMINISTRATIVEUNITS/Y"]}',
    ]);
  });

  it('hold for the service principal, if the scope is one', () => {
    const scope = { id: 's1', appId: 'a1', '@odata.type': '#microsoft.graph.servicePrincipal' };
    const roleAssignments = [{ principalId: 'u1', directoryScopeId: '/a1', directoryScope: scope }];
    const record = { roleDefinitionId: applicationAdministrator, tenantId: 't1', roleAssignments };
    expect(convert('AZRoleAssignment', record).edges).toEqual(['U1:AZBase -AZAppAdmin-> S1:AZBase']);
  });

  it('hold for the whole tenant if it is Global Administrator, which has no scope', () => {
    const roleAssignments = [{ principalId: 'u1', directoryScopeId: '/', directoryScope: unit }];
    const roleDefinitionId = '62E90394-69F5-4237-9190-012177145E10';
    expect(convert('AZRoleAssignment', { roleDefinitionId, tenantId: 't1', roleAssignments }).edges).toEqual([
      `U1:AZBase -AZHasRole-> ${roleDefinitionId}@T1:AZRole+AZBase {"scope":"T1"}`,
    ]);
  });

  it('who may activate a role is eligible, for the whole tenant or for a part', () => {
    const data = { id: 'x', roleDefinitionId: 'r1', principalId: 'u1', tenantId: 't1' };
    expect(convert('AZRoleEligibilityScheduleInstance', { ...data, directoryScopeId: '/' }).edges).toEqual([
      'U1:AZBase -AZRoleEligible-> R1@T1:AZRole+AZBase',
    ]);
    const eligibleIn = (directoryScopeId: string) =>
      convert('AZRoleEligibilityScheduleInstance', { ...data, directoryScopeId }).edges;
    expect(eligibleIn('/ADMINISTRATIVEUNITS/X')).toEqual([eligible('ADMINISTRATIVEUNITS/X')]);
    expect(eligibleIn('/O1')).toEqual([eligible('O1')]);
  });

  it.each([
    ['/administrativeUnits/x', undefined, 'directoryScopeId'],
    ['/', unit, 'directoryScope'],
  ])(
    'cannot be given in an administrative unit if the role is one of the tenant: %s',
    (directoryScopeId, directoryScope, field) => {
      const entry = { principalId: 'u1', directoryScopeId, ...(directoryScope && { directoryScope }) };
      const roleDefinitionId = '3a2c62db-5318-420d-8d74-23affee5d9d5';
      const record = {
        roleDefinitionId,
        tenantId: 't1',
        roleAssignments: [{ ...entry, directoryScopeId: '/', directoryScope: { id: 't1' } }, entry],
      };
      expect(convert('AZRoleAssignment', record)).toMatchObject({
        edges: [`U1:AZBase -AZHasRole-> ${roleDefinitionId.toUpperCase()}@T1:AZRole+AZBase {"scope":"T1"}`],
        faults: [
          `roleAssignments[1].${field}: is an administrative unit, in which nobody can be Intune Administrator; the assignment is left out. Expected the scope "/"`,
        ],
      });
      expect(
        convert('AZRoleEligibilityScheduleInstance', { ...entry, roleDefinitionId, tenantId: 't1' }),
      ).toMatchObject({
        edges: [],
        faults: [expect.stringContaining(`${field}: is an administrative unit`)],
      });
    },
  );

  it('cannot be Global Administrator of a unit that the path of the scope names', () => {
    const roleAssignments = [{ principalId: 'u1', directoryScopeId: '/administrativeUnits/x' }];
    const roleDefinitionId = '62E90394-69F5-4237-9190-012177145E10';
    expect(convert('AZRoleAssignment', { roleDefinitionId, tenantId: 't1', roleAssignments })).toMatchObject({
      edges: [],
      faults: [expect.stringContaining('roleAssignments[0].directoryScopeId: ')],
    });
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
            roledefinitionid: 'R1',
            enduserassignmentuserapprovers: ['U1'],
            enduserassignmentgroupapprovers: ['G1'],
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
      '62E90394-69F5-4237-9190-012177145E10@T1:AZRole+AZBase -AZRoleApprover-> R1@T1:AZRole+AZBase',
      'E8611AB8-C189-46E8-94E1-60213AB1F814@T1:AZRole+AZBase -AZRoleApprover-> R1@T1:AZRole+AZBase',
    ]);
    expect(convert('AZRoleManagementPolicyAssignment', { ...policy, tenantId: '' }).faults).toHaveLength(1);
  });

  it('nobody stands in for approvers that could not be read', () => {
    const policy = { roleDefinitionId: 'r1', tenantId: 't1', endUserAssignmentRequiresApproval: true };
    expect(
      convert('AZRoleManagementPolicyAssignment', { ...policy, endUserAssignmentGroupApprovers: ['x'.repeat(601)] }),
    ).toMatchObject({ edges: [], faults: ['endUserAssignmentGroupApprovers[0]: is longer than 600 characters'] });
  });
});

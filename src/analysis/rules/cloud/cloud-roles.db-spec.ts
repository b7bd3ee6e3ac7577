import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { edge } from '../../../graph/graph-records.fixture.js';
import { ad, TestAnalysis, az } from '../../analysis.fixture.js';
import { DirectoryRole } from './directory-roles.js';

const tenant = az('T', 'AZTenant');

function user(id: string) {
  return az(id, 'AZUser');
}

function role(id: string, templateid: string, ...holders: readonly string[]) {
  return [
    az(id, 'AZRole', { templateid: templateid.toLowerCase() }),
    ...holders.map((holder) => edge(holder, 'AZHasRole', id)),
  ];
}

describe('rights in the cloud', () => {
  let analysis: TestAnalysis;

  beforeAll(async () => {
    analysis = await TestAnalysis.open();
  });
  beforeEach(() => analysis.clear());
  afterAll(() => analysis.test.drop());

  it.each([
    ['GlobalAdministrator', 'AZGlobalAdmin'],
    ['PrivilegedRoleAdministrator', 'AZPrivilegedRoleAdmin'],
    ['PrivilegedAuthenticationAdministrator', 'AZPrivilegedAuthAdmin'],
  ] as const)('lead from holders of %s to the tenant by %s', async (name, kind) => {
    const derived = await analysis.derive(
      tenant,
      user('U1'),
      user('U2'),
      user('U3'),
      az('G', 'AZGroup', { isassignabletorole: true }),
      az('PLAIN', 'AZGroup'),
      ...role('R', DirectoryRole[name], 'U1', 'G', 'PLAIN'),
      edge('U2', 'AZMemberOf', 'G'),
      edge('U3', 'AZMemberOf', 'PLAIN'),
    );
    expect(derived.filter((line) => line.includes(kind))).toEqual([
      `G ${kind} T`,
      `PLAIN ${kind} T`,
      `U1 ${kind} T`,
      `U2 ${kind} T`,
    ]);
  });

  it('let a role reset passwords of all, of those with lesser roles, or of those without', async () => {
    const derived = await analysis.derive(
      ...['GA', 'HELP', 'GUESTS', 'NONE', 'OTHER', 'READER'].map(user),
      ...role('R-GLOBAL', DirectoryRole.GlobalAdministrator, 'GA'),
      ...role('R-HELP', DirectoryRole.HelpdeskAdministrator, 'HELP'),
      ...role('R-PASSWORD', DirectoryRole.PasswordAdministrator),
      ...role('R-TIER1', DirectoryRole.PartnerTier1Support),
      ...role('R-GUESTS', DirectoryRole.GuestInviter, 'GUESTS'),
      ...role('R-OWN', '11111111-2222-3333-4444-555555555555', 'OTHER'),
      ...role('R-SUCCESS', DirectoryRole.UserExperienceSuccessManager, 'READER'),
    );
    const resets = (id: string) =>
      derived.filter((line) => line.startsWith(`${id} AZResetPassword`)).map((line) => line.split(' ')[2]);
    expect(resets('R-GLOBAL')).toEqual(['GA', 'GUESTS', 'HELP', 'NONE', 'OTHER', 'READER']);
    expect(resets('R-HELP')).toEqual(['GUESTS', 'HELP', 'NONE', 'READER']);
    expect(resets('R-PASSWORD')).toEqual(['GUESTS', 'NONE']);
    expect(resets('R-TIER1')).toEqual(['NONE']);
    expect(resets('R-GUESTS')).toEqual([]);
  });

  it('let only roles that reset all passwords reset passwords of members of role-assignable groups', async () => {
    const derived = await analysis.derive(
      ...['IN', 'OUT'].map(user),
      az('MIGHTY', 'AZGroup', { isassignabletorole: true }),
      az('PLAIN', 'AZGroup'),
      edge('IN', 'AZMemberOf', 'MIGHTY'),
      edge('OUT', 'AZMemberOf', 'PLAIN'),
      ...role('A1', DirectoryRole.GlobalAdministrator),
      ...role('A2', DirectoryRole.PrivilegedAuthenticationAdministrator),
      ...role('A3', DirectoryRole.PartnerTier2Support),
      ...role('L1', DirectoryRole.PasswordAdministrator),
      ...role('L2', DirectoryRole.HelpdeskAdministrator),
      ...role('L3', DirectoryRole.AuthenticationAdministrator),
      ...role('L4', DirectoryRole.UserAdministrator),
      ...role('L5', DirectoryRole.PartnerTier1Support),
    );
    expect(derived).toEqual([
      ...['A1', 'A2', 'A3'].flatMap((id) => [`${id} AZResetPassword IN`, `${id} AZResetPassword OUT`]),
      ...['L1', 'L2', 'L3', 'L4', 'L5'].map((id) => `${id} AZResetPassword OUT`),
    ]);
  });

  it('stay within the tenant', async () => {
    const derived = await analysis.derive(
      user('U1'),
      az('FAR', 'AZUser', { tenantid: 'T2' }),
      ...role('R', DirectoryRole.GlobalAdministrator, 'U1'),
    );
    expect(derived).toEqual(['R AZResetPassword U1']);
  });

  it('let users and service principals add members to all groups, or to those that carry no roles', async () => {
    const derived = await analysis.derive(
      ...['U1', 'U2', 'U3'].map(user),
      az('SP', 'AZServicePrincipal'),
      az('PLAIN', 'AZGroup'),
      az('MIGHTY', 'AZGroup', { isassignabletorole: true }),
      edge('U3', 'AZMemberOf', 'MIGHTY'),
      ...role('R1', DirectoryRole.PrivilegedRoleAdministrator, 'U1', 'MIGHTY', 'PLAIN'),
      ...role('R2', DirectoryRole.DirectoryWriters, 'U2', 'SP', 'MIGHTY'),
    );
    expect(derived.filter((line) => !line.includes('PrivilegedRoleAdmin'))).toEqual([
      'SP AZAddMembers PLAIN',
      'U1 AZAddMembers MIGHTY',
      'U1 AZAddMembers PLAIN',
      'U2 AZAddMembers PLAIN',
      'U3 AZAddMembers MIGHTY',
      'U3 AZAddMembers PLAIN',
    ]);
  });

  it.each(['ApplicationAdministrator', 'CloudApplicationAdministrator'] as const)(
    'let the role %s add secrets to applications and service principals of its tenant, whether it has holders or not',
    async (name) => {
      const derived = await analysis.derive(
        az('A', 'AZApp'),
        az('FOREIGN-APP', 'AZServicePrincipal'),
        az('FAR', 'AZServicePrincipal', { tenantid: 'T2' }),
        ...role('R', DirectoryRole[name]),
      );
      expect(derived).toEqual(['R AZAddSecret A', 'R AZAddSecret FOREIGN-APP']);
    },
  );

  it.each([
    'HybridIdentityAdministrator',
    'PartnerTier1Support',
    'PartnerTier2Support',
    'DirectorySynchronizationAccounts',
  ] as const)('let the role %s add owners to them, whether it has holders or not', async (name) => {
    const derived = await analysis.derive(
      az('A', 'AZApp'),
      az('FOREIGN-APP', 'AZServicePrincipal'),
      az('IDENTITY', 'AZServicePrincipal', { serviceprincipaltype: 'ManagedIdentity' }),
      az('FAR', 'AZServicePrincipal', { tenantid: 'T2' }),
      ...role('R', DirectoryRole[name]),
    );
    expect(derived).toEqual(['R AZAddOwner A', 'R AZAddOwner FOREIGN-APP']);
  });

  it('do not follow from a role that holds for a part of the tenant', async () => {
    const derived = await analysis.derive(
      tenant,
      ...['U1', 'BOSS'].map(user),
      az('PLAIN', 'AZGroup'),
      az('D', 'AZDevice', { operatingsystem: 'WINDOWS' }),
      ...['PrivilegedAuthenticationAdministrator', 'GroupsAdministrator', 'IntuneAdministrator'].flatMap((name) => [
        ...role(name, DirectoryRole[name as 'GroupsAdministrator']),
        edge('U1', 'AZHasScopedRole', name, { scopes: ['ADMINISTRATIVEUNITS/X'] }),
      ]),
      ...role('GLOBAL', DirectoryRole.GlobalAdministrator, 'BOSS'),
    );
    expect(derived.filter((line) => line.startsWith('U1'))).toEqual([]);
    expect(derived).toContain('BOSS AZGlobalAdmin T');
  });

  it('lead to no managed identity, whether its type or a resource tells', async () => {
    const derived = await analysis.derive(
      az('OWN', 'AZServicePrincipal', { serviceprincipaltype: 'Application' }),
      az('BY-TYPE', 'AZServicePrincipal', { serviceprincipaltype: 'managedidentity' }),
      az('BY-EDGE', 'AZServicePrincipal'),
      az('VM', 'AZVM'),
      az('GRAPH', 'AZServicePrincipal', { serviceprincipaltype: 'Application' }),
      edge('VM', 'AZManagedIdentity', 'BY-EDGE'),
      edge('OWN', 'AZMGApplication_ReadWrite_All', 'GRAPH'),
      ...role('R', DirectoryRole.ApplicationAdministrator),
    );
    expect(derived).toEqual([
      'OWN AZMGAddOwner GRAPH',
      'OWN AZMGAddOwner OWN',
      'OWN AZMGAddSecret GRAPH',
      'OWN AZMGAddSecret OWN',
      'R AZAddSecret GRAPH',
      'R AZAddSecret OWN',
    ]);
  });

  it('protect those who have a role for a part of the tenant alone, themselves or by a group', async () => {
    const derived = await analysis.derive(
      ...['DIRECT', 'MEMBER', 'FREE'].map(user),
      az('MIGHTY', 'AZGroup', { isassignabletorole: true }),
      edge('MEMBER', 'AZMemberOf', 'MIGHTY'),
      ...role('UNIT', DirectoryRole.UserAdministrator),
      ...['DIRECT', 'MIGHTY'].map((holder) => edge(holder, 'AZHasScopedRole', 'UNIT')),
      ...role('HELP', DirectoryRole.HelpdeskAdministrator),
    );
    expect(derived.filter((line) => line.startsWith('HELP'))).toEqual(['HELP AZResetPassword FREE']);
  });

  it('protect owners of role-assignable groups, but not of others, and reset no password of another tenant', async () => {
    const derived = await analysis.derive(
      ...['EVE', 'FAY'].map(user),
      az('GUEST', 'AZUser', { userprincipalname: 'ada_fern.example#EXT#@birch.example' }),
      az('MIGHTY', 'AZGroup', { isassignabletorole: true }),
      az('PLAIN', 'AZGroup'),
      edge('EVE', 'AZOwns', 'MIGHTY'),
      edge('FAY', 'AZOwns', 'PLAIN'),
      ...role('ALL', DirectoryRole.PrivilegedAuthenticationAdministrator),
      ...role('USERS', DirectoryRole.UserAdministrator),
    );
    expect(derived).toEqual(['ALL AZResetPassword EVE', 'ALL AZResetPassword FAY', 'USERS AZResetPassword FAY']);
  });

  it('give owners control, but of no managed identity and of nothing in a restricted unit', async () => {
    const derived = await analysis.derive(
      user('OWNER'),
      az('SP', 'AZServicePrincipal'),
      az('IDENTITY', 'AZServicePrincipal', { serviceprincipaltype: 'ManagedIdentity' }),
      az('FREE', 'AZGroup'),
      az('INSIDE', 'AZGroup'),
      az('UNIT', 'AZAdministrativeUnit', { ismembermanagementrestricted: true }),
      edge('UNIT', 'AZUnitMember', 'INSIDE'),
      ...['SP', 'IDENTITY', 'FREE', 'INSIDE'].map((id) => edge('OWNER', 'AZOwnsRaw', id)),
    );
    expect(derived).toEqual(['OWNER AZOwns FREE', 'OWNER AZOwns SP']);
  });

  it('derive no right to add secrets from the ownership of an application', async () => {
    const derived = await analysis.derive(user('OWNER'), az('A', 'AZApp'), edge('OWNER', 'AZOwns', 'A'));
    expect(derived).toEqual([]);
  });

  it('let administrators of devices run code on those with Windows', async () => {
    const derived = await analysis.derive(
      user('U'),
      az('D1', 'AZDevice', { operatingsystem: 'WINDOWS' }),
      az('D2', 'AZDevice', { operatingsystem: 'IOS' }),
      ...role('R', DirectoryRole.IntuneAdministrator, 'U'),
    );
    expect(derived).toEqual(['U AZExecuteCommand D1']);
  });

  it.each([
    [
      'AZMGApplication_ReadWrite_All',
      [
        'AZMGAddOwner APP',
        'AZMGAddOwner GRAPH',
        'AZMGAddOwner SP',
        'AZMGAddSecret APP',
        'AZMGAddSecret GRAPH',
        'AZMGAddSecret SP',
      ],
    ],
    ['AZMGAppRoleAssignment_ReadWrite_All', ['AZMGGrantAppRoles T']],
    ['AZMGDirectory_ReadWrite_All', ['AZMGAddMember PLAIN', 'AZMGAddOwner PLAIN']],
    ['AZMGGroup_ReadWrite_All', ['AZMGAddMember PLAIN', 'AZMGAddOwner PLAIN']],
    ['AZMGGroupMember_ReadWrite_All', ['AZMGAddMember PLAIN']],
    [
      'AZMGRoleManagement_ReadWrite_Directory',
      [
        'AZMGAddMember MIGHTY',
        'AZMGAddMember PLAIN',
        'AZMGAddOwner APP',
        'AZMGAddOwner GRAPH',
        'AZMGAddOwner MIGHTY',
        'AZMGAddOwner PLAIN',
        'AZMGAddOwner SP',
        'AZMGAddSecret APP',
        'AZMGAddSecret GRAPH',
        'AZMGAddSecret SP',
        'AZMGGrantAppRoles T',
        'AZMGGrantRole R',
      ],
    ],
    ['AZMGServicePrincipalEndpoint_ReadWrite_All', ['AZMGAddOwner GRAPH', 'AZMGAddOwner SP']],
  ])('follow from the permission %s on MS Graph', async (permission, edges) => {
    const derived = await analysis.derive(
      tenant,
      az('SP', 'AZServicePrincipal'),
      az('GRAPH', 'AZServicePrincipal'),
      az('APP', 'AZApp'),
      az('PLAIN', 'AZGroup'),
      az('MIGHTY', 'AZGroup', { isassignabletorole: true }),
      ...role('R', '11111111-2222-3333-4444-555555555555'),
      edge('SP', permission, 'GRAPH'),
    );
    expect(derived).toEqual(edges.map((rest) => `SP ${rest}`));
  });

  it('join a user of a domain and the one synchronised from it', async () => {
    const derived = await analysis.derive(
      ad('S-1-1104', 'User'),
      ad('S-1-1105', 'User'),
      az('U1', 'AZUser', { onpremid: 's-1-1104', onpremsyncenabled: true }),
      az('U2', 'AZUser', { onpremid: 'S-1-1105', onpremsyncenabled: false }),
    );
    expect(derived).toEqual(['S-1-1104 SyncedToEntraUser U1', 'U1 SyncedToADUser S-1-1104']);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { edge } from '../../../graph/graph-records.fixture.js';
import type { Properties } from '../../../graph/records.js';
import { TestAnalysis, az } from '../../analysis.fixture.js';
import { DirectoryRole } from './directory-roles.js';

const users = (...ids: readonly string[]) => ids.map((id) => az(id, 'AZUser'));
const role = (name: keyof typeof DirectoryRole) =>
  az(name, 'AZRole', { templateid: DirectoryRole[name].toLowerCase() });
const scoped = (holder: string, name: string, scope: string) =>
  edge(holder, 'AZHasScopedRole', name, { scopes: [scope] });
const unit = (id: string, members: readonly string[], properties: Properties = {}) => [
  az(id, 'AZAdministrativeUnit', { memberscollected: true, ...properties }),
  ...members.map((member) => edge(id, 'AZUnitMember', member)),
];
const mightyGroup = (id: string) => az(id, 'AZGroup', { isassignabletorole: true });

describe('roles for an administrative unit', () => {
  let analysis: TestAnalysis;

  beforeAll(async () => {
    analysis = await TestAnalysis.open();
  });
  beforeEach(() => analysis.clear());
  afterAll(() => analysis.test.drop());

  it('reset passwords of direct members without a role, and of nobody else', async () => {
    const derived = await analysis.derive(
      ...users('HELPER', 'BO', 'CY', 'DI', 'OWNER', 'OUTSIDE'),
      az('GUEST', 'AZUser', { userprincipalname: 'a#EXT#@b' }),
      az('G', 'AZGroup'),
      mightyGroup('MIGHTY'),
      edge('DI', 'AZMemberOf', 'G'),
      edge('OWNER', 'AZOwns', 'MIGHTY'),
      role('ReportsReader'),
      edge('CY', 'AZHasRole', 'ReportsReader'),
      role('HelpdeskAdministrator'),
      scoped('HELPER', 'HelpdeskAdministrator', 'ADMINISTRATIVEUNITS/U1'),
      ...unit('U1', ['BO', 'CY', 'G', 'HELPER', 'OWNER', 'GUEST']),
      ...unit('U2', ['OUTSIDE']),
    );
    expect(derived.filter((line) => line.startsWith('HELPER'))).toEqual(['HELPER AZResetPassword BO']);
  });

  it.each([
    ['PasswordAdministrator', ['AZResetPassword PLAIN']],
    ['AuthenticationAdministrator', ['AZResetPassword PLAIN']],
    ['UserAdministrator', ['AZAddMembers OFFICE', 'AZAddMembers TEAM', 'AZResetPassword PLAIN']],
    ['PrivilegedAuthenticationAdministrator', ['AZResetPassword BOSS', 'AZResetPassword PLAIN']],
    ['GroupsAdministrator', ['AZAddMembers OFFICE', 'AZAddMembers TEAM']],
    ['SharePointAdministrator', ['AZAddMembers TEAM']],
    ['TeamsAdministrator', ['AZAddMembers TEAM']],
    ['ReportsReader', []],
  ] as const)('give %s power over users and groups of the unit', async (name, rights) => {
    const derived = await analysis.derive(
      ...users('HOLDER', 'PLAIN', 'BOSS'),
      az('OFFICE', 'AZGroup', { grouptypes: [] }),
      az('TEAM', 'AZGroup', { grouptypes: ['Unified'] }),
      mightyGroup('MIGHTY'),
      az('PC', 'AZDevice'),
      az('GLOBAL', 'AZRole', { templateid: DirectoryRole.GlobalAdministrator }),
      edge('BOSS', 'AZHasRole', 'GLOBAL'),
      role(name),
      scoped('HOLDER', name, 'ADMINISTRATIVEUNITS/U'),
      ...unit('U', ['PLAIN', 'BOSS', 'OFFICE', 'TEAM', 'MIGHTY', 'PC']),
    );
    expect(derived.filter((line) => line.startsWith('HOLDER'))).toEqual(rights.map((right) => `HOLDER ${right}`));
  });

  it('follow from the actions of custom roles, and act by the members of a group', async () => {
    const actions = ['microsoft.directory/users/password/update', 'microsoft.directory/groups/members/update'];
    const derived = await analysis.derive(
      ...users('MEMBER', 'BO'),
      mightyGroup('HOLDERS'),
      edge('MEMBER', 'AZMemberOf', 'HOLDERS'),
      az('OWN', 'AZRole', { templateid: 'own', allowedresourceactions: actions }),
      az('TEXT', 'AZRole', { templateid: 'text', allowedresourceactions: actions[0]! }),
      scoped('HOLDERS', 'OWN', 'ADMINISTRATIVEUNITS/U'),
      scoped('HOLDERS', 'TEXT', 'ADMINISTRATIVEUNITS/V'),
      az('G', 'AZGroup'),
      ...unit('U', ['BO', 'G']),
      ...unit('V', ['BO']),
    );
    expect(derived).toEqual(['MEMBER AZAddMembers G', 'MEMBER AZResetPassword BO']);
  });

  it('keep apart the units of two roles of one holder', async () => {
    const derived = await analysis.derive(
      ...users('ADA', 'BO', 'CY'),
      az('G', 'AZGroup'),
      role('HelpdeskAdministrator'),
      role('GroupsAdministrator'),
      scoped('ADA', 'HelpdeskAdministrator', 'ADMINISTRATIVEUNITS/U1'),
      scoped('ADA', 'GroupsAdministrator', 'ADMINISTRATIVEUNITS/U2'),
      ...unit('U1', ['BO', 'G']),
      ...unit('U2', ['CY']),
    );
    expect(derived.filter((line) => line.startsWith('ADA'))).toEqual(['ADA AZResetPassword BO']);
  });

  it('take a part of unknown type as a unit, unless it is an application', async () => {
    const derived = await analysis.derive(
      ...users('ADA', 'BO'),
      az('SP', 'AZServicePrincipal'),
      role('HelpdeskAdministrator'),
      role('ApplicationAdministrator'),
      scoped('ADA', 'HelpdeskAdministrator', 'U'),
      scoped('ADA', 'ApplicationAdministrator', 'SP'),
      ...unit('U', ['BO']),
    );
    expect(derived.filter((line) => line.startsWith('ADA'))).toEqual(['ADA AZAppAdmin SP', 'ADA AZResetPassword BO']);
  });

  it('are decided by all files, whether the kind of a part comes before the role or after it', async () => {
    const parts = [az('SP', 'AZServicePrincipal'), az('G', 'AZGroup')];
    const given = [
      ...users('ADA', 'BO'),
      role('ApplicationAdministrator'),
      role('GroupsAdministrator'),
      scoped('ADA', 'ApplicationAdministrator', 'SP'),
      scoped('ADA', 'GroupsAdministrator', 'G'),
      edge('ADA', 'AZScopedTo', 'SP'),
      edge('ADA', 'AZScopedTo', 'G'),
    ];
    const inOrder = async (...files: readonly (typeof given)[]) => {
      await analysis.clear();
      for (const file of files) await analysis.derive(...file);
      return (await analysis.derived()).filter((line) => line.startsWith('ADA'));
    };
    expect(await inOrder(given)).toEqual([]);
    expect(await inOrder(parts, given)).toEqual(['ADA AZAppAdmin SP']);
    expect(await inOrder(given, parts)).toEqual(['ADA AZAppAdmin SP']);
  });

  it('alone reach the members of restricted units', async () => {
    const restricted = { ismembermanagementrestricted: true };
    const derived = await analysis.derive(
      az('T', 'AZTenant'),
      ...users('BOSS', 'PLAIN', 'INSIDE', 'BO', 'FREE'),
      az('G', 'AZGroup'),
      mightyGroup('MIGHTY'),
      az('APP', 'AZServicePrincipal'),
      edge('APP', 'AZMGGroup_ReadWrite_All', 'APP'),
      ...(['GlobalAdministrator', 'UserAdministrator'] as const).map(role),
      edge('BOSS', 'AZHasRole', 'GlobalAdministrator'),
      scoped('PLAIN', 'UserAdministrator', 'ADMINISTRATIVEUNITS/OPEN'),
      scoped('INSIDE', 'UserAdministrator', 'ADMINISTRATIVEUNITS/CLOSED'),
      ...unit('OPEN', ['BO', 'G']),
      ...unit('CLOSED', ['BO', 'G', 'MIGHTY'], restricted),
    );
    expect(derived).toEqual([
      'BOSS AZAddMembers MIGHTY',
      'BOSS AZGlobalAdmin T',
      'GlobalAdministrator AZResetPassword BOSS',
      'GlobalAdministrator AZResetPassword FREE',
      'GlobalAdministrator AZResetPassword INSIDE',
      'GlobalAdministrator AZResetPassword PLAIN',
      'INSIDE AZAddMembers G',
      'INSIDE AZResetPassword BO',
      'UserAdministrator AZResetPassword FREE',
      'UserAdministrator AZResetPassword PLAIN',
    ]);
  });
});

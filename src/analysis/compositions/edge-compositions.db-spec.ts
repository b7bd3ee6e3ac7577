import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { edge, type RecordPart } from '../../graph/graph-records.fixture.js';
import type { NodeRecord } from '../../graph/records.js';
import { ad, az, local } from '../analysis.fixture.js';
import { DirectoryRole } from '../rules/cloud/directory-roles.js';
import { TestCompositions } from './compositions.fixture.js';

/** Edges that follow from the properties of their nodes. */
const ofProperties = / (MemberOf|TrustedForNTAuth|IssuedSignedBy|EnterpriseCAFor|SyncedTo\w+) /;

function role(id: string, templateid: string): NodeRecord {
  return az(id, 'AZRole', { templateid });
}

describe('the composition of an edge', () => {
  let analysis: TestCompositions;

  beforeAll(async () => {
    analysis = await TestCompositions.open();
  });
  beforeEach(() => analysis.clear());
  afterAll(() => analysis.close());

  const explain = (line: string) => analysis.explain(line);

  async function expectExplained(records: readonly RecordPart[], line: string, edges: readonly string[]) {
    const derived = await analysis.derive(...records);
    expect(derived).toContain(line);
    expect(await explain(line)).toEqual(edges.toSorted());
    const unexplained: string[] = [];
    for (const other of derived) if ((await explain(other))!.join() === other) unexplained.push(other);
    expect(unexplained.filter((it) => !ofProperties.test(it))).toEqual([]);
  }

  it.each([
    ['AdminTo', 'PC-544'],
    ['CanPSRemote', 'PC-580'],
    ['ExecuteDCOM', 'PC-562'],
    ['CanRDP', 'PC-555'],
  ])('is the local group for %s, and no other', async (kind, group) => {
    const groups = ['PC-544', 'PC-555', 'PC-562', 'PC-580'];
    await expectExplained(
      [
        ad('U', 'User'),
        ad('PC', 'Computer'),
        ...groups.flatMap((id) => [
          ad(id, 'ADLocalGroup'),
          edge(id, 'LocalToComputer', 'PC'),
          edge('U', 'MemberOfLocalGroup', id),
        ]),
      ],
      `U ${kind} PC`,
      [`U MemberOfLocalGroup ${group}`, `${group} LocalToComputer PC`],
    );
  });

  it('is membership and the right to log on for CanRDP, if user rights were collected', async () => {
    await expectExplained(
      [
        ad('PC', 'Computer', { hasura: true }),
        ad('PC-555', 'ADLocalGroup'),
        ...['U', 'V'].map((id) => ad(id, 'User')),
        ...['G', 'H', 'I'].map((id) => ad(id, 'Group')),
        edge('PC-555', 'LocalToComputer', 'PC'),
        edge('U', 'MemberOf', 'G'),
        edge('G', 'MemberOfLocalGroup', 'PC-555'),
        edge('U', 'MemberOf', 'H'),
        edge('H', 'MemberOf', 'I'),
        edge('V', 'MemberOf', 'I'),
        edge('I', 'RemoteInteractiveLogonRight', 'PC'),
      ],
      'U CanRDP PC',
      [
        'U MemberOf G',
        'G MemberOfLocalGroup PC-555',
        'PC-555 LocalToComputer PC',
        'U MemberOf H',
        'H MemberOf I',
        'I RemoteInteractiveLogonRight PC',
      ],
    );
  });

  const domain = local('S-1', 'Domain', { collected: true });

  it('is all groups with each right for DCSync, by the shortest memberships', async () => {
    await expectExplained(
      [
        domain,
        local('U', 'User'),
        ...['A', 'B', 'C', 'D'].map((id) => local(id, 'Group')),
        edge('U', 'MemberOf', 'A'),
        edge('U', 'MemberOf', 'B'),
        edge('A', 'MemberOf', 'C'),
        edge('B', 'MemberOf', 'C'),
        edge('C', 'MemberOf', 'D'),
        edge('C', 'GetChanges', 'S-1'),
        edge('D', 'GetChanges', 'S-1'),
        edge('U', 'GetChangesAll', 'S-1'),
      ],
      'U DCSync S-1',
      [
        'U MemberOf A',
        'U MemberOf B',
        'A MemberOf C',
        'B MemberOf C',
        'C MemberOf D',
        'C GetChanges S-1',
        'D GetChanges S-1',
        'U GetChangesAll S-1',
      ],
    );
  });

  it('is the rights on the own domain for SyncLAPSPassword', async () => {
    await expectExplained(
      [
        domain,
        ad('S-2', 'Domain', { domainsid: 'S-2', collected: true }),
        local('PC', 'Computer', { haslaps: true }),
        local('U', 'User'),
        ...['S-1', 'S-2'].flatMap((id) => [edge('U', 'GetChanges', id), edge('U', 'GetChangesInFilteredSet', id)]),
      ],
      'U SyncLAPSPassword PC',
      ['U GetChanges S-1', 'U GetChangesInFilteredSet S-1'],
    );
  });

  it('is the chain and the trust of one authority for GoldenCert', async () => {
    await expectExplained(
      [
        ad('D', 'Domain'),
        ad('HOST', 'Computer', { enabled: true }),
        ad('ROOT', 'RootCA', { certthumbprint: 'R', certchain: ['R'] }),
        ad('ISSUING', 'EnterpriseCA', { certthumbprint: 'E', certchain: ['E', 'R'] }),
        ad('UNTRUSTED', 'EnterpriseCA', { certthumbprint: 'L', certchain: ['L', 'R'] }),
        ad('STORE', 'NTAuthStore', { certthumbprints: ['E'] }),
        edge('HOST', 'HostsCAService', 'ISSUING'),
        edge('HOST', 'HostsCAService', 'UNTRUSTED'),
        edge('ROOT', 'RootCAFor', 'D'),
        edge('STORE', 'NTAuthStoreFor', 'D'),
      ],
      'HOST GoldenCert D',
      [
        'HOST HostsCAService ISSUING',
        'ISSUING IssuedSignedBy ROOT',
        'ROOT RootCAFor D',
        'ISSUING TrustedForNTAuth STORE',
        'STORE NTAuthStoreFor D',
      ],
    );
  });

  const tenant = az('T', 'AZTenant');

  it('is the role and the tenant that it is of for a right by a role', async () => {
    await expectExplained(
      [
        tenant,
        az('U', 'AZUser'),
        az('G', 'AZGroup', { isassignabletorole: true }),
        az('PLAIN', 'AZGroup'),
        role('R', DirectoryRole.GlobalAdministrator),
        role('READER', DirectoryRole.ReportsReader),
        edge('U', 'AZMemberOf', 'G'),
        edge('U', 'AZMemberOf', 'PLAIN'),
        ...['G', 'PLAIN', 'U'].map((id) => edge(id, 'AZHasRole', 'READER')),
        ...['G', 'PLAIN'].map((id) => edge(id, 'AZHasRole', 'R')),
        ...['R', 'U'].map((id) => edge('T', 'AZContains', id)),
      ],
      'U AZGlobalAdmin T',
      ['U AZMemberOf G', 'G AZHasRole R', 'T AZContains R'],
    );
    expect(await explain('G AZGlobalAdmin T')).toEqual(['G AZHasRole R', 'T AZContains R']);
  });

  it('is only the roles that reach the target', async () => {
    await expectExplained(
      [
        tenant,
        az('U', 'AZUser'),
        az('MIGHTY', 'AZGroup', { isassignabletorole: true }),
        role('HIGH', DirectoryRole.PrivilegedRoleAdministrator),
        role('LOW', DirectoryRole.GroupsAdministrator),
        edge('U', 'AZHasRole', 'HIGH'),
        edge('U', 'AZHasRole', 'LOW'),
        edge('T', 'AZContains', 'HIGH'),
      ],
      'U AZAddMembers MIGHTY',
      ['U AZHasRole HIGH'],
    );
  });

  it('is the tenant of both for AZResetPassword and AZAddSecret', async () => {
    await expectExplained(
      [
        tenant,
        az('U', 'AZUser'),
        az('APP', 'AZApp'),
        role('R', DirectoryRole.GlobalAdministrator),
        role('APPS', DirectoryRole.ApplicationAdministrator),
        ...['R', 'U', 'APPS', 'APP'].map((id) => edge('T', 'AZContains', id)),
      ],
      'R AZResetPassword U',
      ['T AZContains R', 'T AZContains U'],
    );
    expect(await explain('APPS AZAddSecret APP')).toEqual(['T AZContains APP', 'T AZContains APPS']);
  });

  it('is the role and the membership in the unit for a right in an administrative unit', async () => {
    await expectExplained(
      [
        tenant,
        ...['U', 'V'].map((id) => az(id, 'AZUser')),
        az('MIGHTY', 'AZGroup', { isassignabletorole: true }),
        role('R', DirectoryRole.HelpdeskAdministrator),
        role('LOW', DirectoryRole.GroupsAdministrator),
        ...['UNIT', 'OTHER'].map((id) => az(id, 'AZAdministrativeUnit')),
        edge('U', 'AZMemberOf', 'MIGHTY'),
        ...['R', 'LOW'].map((id) => edge('MIGHTY', 'AZHasScopedRole', id, { scopes: ['ADMINISTRATIVEUNITS/UNIT'] })),
        edge('MIGHTY', 'AZScopedTo', 'UNIT'),
        ...['UNIT', 'OTHER'].map((id) => edge(id, 'AZUnitMember', 'V')),
        ...['U', 'V', 'R'].map((id) => edge('T', 'AZContains', id)),
      ],
      'U AZResetPassword V',
      ['U AZMemberOf MIGHTY', 'MIGHTY AZHasScopedRole R', 'MIGHTY AZScopedTo UNIT', 'UNIT AZUnitMember V'],
    );
  });

  it('is the permission for a right by MS Graph', async () => {
    await expectExplained(
      [
        tenant,
        ...['SP', 'GRAPH'].map((id) => az(id, 'AZServicePrincipal')),
        az('MIGHTY', 'AZGroup', { isassignabletorole: true }),
        edge('SP', 'AZMGGroup_ReadWrite_All', 'GRAPH'),
        edge('SP', 'AZMGRoleManagement_ReadWrite_Directory', 'GRAPH'),
        ...['GRAPH', 'MIGHTY'].map((id) => edge('T', 'AZContains', id)),
      ],
      'SP AZMGAddMember MIGHTY',
      ['SP AZMGRoleManagement_ReadWrite_Directory GRAPH', 'T AZContains GRAPH', 'T AZContains MIGHTY'],
    );
  });

  it('is the edge itself if it follows from properties, or if a source states it', async () => {
    const records = [
      ad('CA', 'EnterpriseCA', { certthumbprint: 'E' }),
      ad('STORE', 'NTAuthStore', { certthumbprints: ['E'] }),
      ad('U', 'User'),
      ad('PC', 'Computer'),
      ad('PC-544', 'ADLocalGroup'),
      edge('U', 'MemberOfLocalGroup', 'PC-544'),
      edge('PC-544', 'LocalToComputer', 'PC'),
      edge('U', 'AdminTo', 'PC'),
      edge('U', 'Owns', 'PC'),
    ];
    await expectExplained(records, 'CA TrustedForNTAuth STORE', ['CA TrustedForNTAuth STORE']);
    expect(await explain('U Owns PC')).toEqual(['U Owns PC']);
    expect(await explain('U AdminTo PC')).toEqual([
      'PC-544 LocalToComputer PC',
      'U AdminTo PC',
      'U MemberOfLocalGroup PC-544',
    ]);
  });

  it('is the right as the file states it for ownership', async () => {
    const records = [local('U', 'User'), local('PC', 'Computer'), edge('U', 'OwnsRaw', 'PC')];
    await expectExplained([...records, edge('U', 'WriteOwnerRaw', 'PC')], 'U Owns PC', ['U OwnsRaw PC']);
    expect(await explain('U WriteOwner PC')).toEqual(['U WriteOwnerRaw PC']);
  });

  it('is null if there is no such edge', async () => {
    await analysis.derive(ad('U', 'User'), ad('PC', 'Computer'));
    expect(await explain('U AdminTo PC')).toBeNull();
  });
});

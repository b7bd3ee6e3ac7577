import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { edge } from '../../../graph/graph-records.fixture.js';
import { ad, TestAnalysis } from '../../analysis.fixture.js';

/** A local group of computer `C`. */
function localGroup(rid: number, ...members: readonly string[]) {
  return [
    ad(`C-${rid}`, 'ADLocalGroup'),
    edge(`C-${rid}`, 'LocalToComputer', 'C'),
    ...members.map((member) => edge(member, 'MemberOfLocalGroup', `C-${rid}`)),
  ];
}

describe('rights by local groups', () => {
  let analysis: TestAnalysis;

  beforeAll(async () => {
    analysis = await TestAnalysis.open();
  });
  beforeEach(() => analysis.clear());
  afterAll(() => analysis.test.drop());

  const people = ['U1', 'U2', 'U3'].map((id) => ad(id, 'User'));
  const computer = ad('C', 'Computer');
  const withUserRights = ad('C', 'Computer', { hasura: true });

  it.each([
    [544, 'AdminTo'],
    [555, 'CanRDP'],
    [562, 'ExecuteDCOM'],
    [580, 'CanPSRemote'],
  ])('gives the direct members of group %i %s, not members of groups in it', async (rid, right) => {
    const derived = await analysis.derive(
      ...people,
      computer,
      ad('G', 'Group'),
      ad('HOST', 'Computer'),
      ad('OU', 'OU'),
      ...localGroup(rid, 'U1', 'G', 'HOST', 'OU'),
      edge('U2', 'MemberOf', 'G'),
    );
    expect(derived).toEqual([`G ${right} C`, `HOST ${right} C`, `U1 ${right} C`]);
  });

  it('takes the administrators of a domain for administrators of its controllers', async () => {
    const builtin = ad('X.LOCAL-S-1-5-32-544', 'Group');
    const derived = await analysis.derive(
      ...people,
      ad('DC1', 'Computer'),
      ad('DC2', 'Computer'),
      builtin,
      edge('U1', 'MemberOfLocalGroup', builtin.objectid),
      edge(builtin.objectid, 'LocalToComputer', 'DC1'),
      edge(builtin.objectid, 'LocalToComputer', 'DC2'),
    );
    expect(derived).toEqual(['U1 AdminTo DC1', 'U1 AdminTo DC2']);
  });

  describe('where the right to log on by remote desktop was collected', () => {
    it('gives all direct users and groups of the group that holds it the right', async () => {
      const derived = await analysis.derive(
        ...people,
        withUserRights,
        ad('HOST', 'Computer'),
        ...localGroup(555, 'U1', 'HOST'),
        edge('C-555', 'RemoteInteractiveLogonRight', 'C'),
        edge('U3', 'RemoteInteractiveLogonRight', 'C'),
      );
      expect(derived).toEqual(['U1 CanRDP C']);
    });

    it('gives a holder the right who is in the group at any depth', async () => {
      const derived = await analysis.derive(
        ...people,
        withUserRights,
        ad('G', 'Group'),
        ...localGroup(555, 'G', 'U2'),
        edge('U1', 'MemberOf', 'G'),
        edge('U1', 'RemoteInteractiveLogonPrivilege', 'C'),
        edge('U3', 'RemoteInteractiveLogonPrivilege', 'C'),
      );
      expect(derived).toEqual(['U1 CanRDP C']);
    });

    it('gives a group that is in the group the right, and not its members one by one', async () => {
      const derived = await analysis.derive(
        ...people,
        withUserRights,
        ad('G', 'Group'),
        ...localGroup(555, 'G'),
        edge('U1', 'MemberOf', 'G'),
        edge('G', 'RemoteInteractiveLogonRight', 'C'),
      );
      expect(derived).toEqual(['G CanRDP C']);
    });

    it('gives those who are in the group and in a holder the right', async () => {
      const derived = await analysis.derive(
        ...people,
        withUserRights,
        ad('HOLDER', 'Group'),
        ad('INNER', 'Group'),
        ...localGroup(555, 'U1', 'U3'),
        edge('INNER', 'MemberOf', 'HOLDER'),
        edge('U1', 'MemberOf', 'INNER'),
        edge('U2', 'MemberOf', 'INNER'),
        edge('HOLDER', 'RemoteInteractiveLogonRight', 'C'),
      );
      expect(derived).toEqual(['U1 CanRDP C']);
    });

    it('does not look through the administrators', async () => {
      const derived = await analysis.derive(
        ...people,
        withUserRights,
        ...localGroup(544, 'U1'),
        ...localGroup(555, 'C-544'),
        edge('U1', 'RemoteInteractiveLogonRight', 'C'),
      );
      expect(derived).toEqual(['U1 AdminTo C']);
    });

    it('gives nobody the right without a group of remote desktop users', async () => {
      const derived = await analysis.derive(...people, withUserRights, edge('U1', 'RemoteInteractiveLogonRight', 'C'));
      expect(derived).toEqual([]);
    });
  });

  describe('on a host of Citrix', () => {
    const groups = [
      computer,
      ...people,
      ...localGroup(555, 'U1', 'U2'),
      ad('C-1001', 'ADLocalGroup', { name: 'DIRECT ACCESS USERS@C' }),
      edge('C-1001', 'LocalToComputer', 'C'),
      edge('U2', 'MemberOfLocalGroup', 'C-1001'),
      edge('U3', 'MemberOfLocalGroup', 'C-1001'),
    ];

    it('gives the members of the remote desktop users the right', async () => {
      expect(await analysis.derive(...groups)).toEqual(['U1 CanRDP C', 'U2 CanRDP C']);
    });

    it('gives those the right who are in Direct Access Users, too, if the setting says so', async () => {
      await analysis.load(...groups);
      await analysis.run({ CITRIX_RDP: 'true' });
      expect(await analysis.derived()).toEqual(['U2 CanRDP C']);
    });

    it('asks for the right to log on, too, if user rights were collected', async () => {
      await analysis.load(...groups, withUserRights, edge('U3', 'RemoteInteractiveLogonRight', 'C'));
      await analysis.run({ CITRIX_RDP: 'true' });
      expect(await analysis.derived()).toEqual([]);
    });
  });
});

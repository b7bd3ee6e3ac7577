import { describe, expect, it } from '@jest/globals';
import { converted } from '../../records/converted.fixture.js';
import { converterOf } from './sharphound-types.fixture.js';

const convertComputer = converterOf('computers');
const convertOu = converterOf('ous');

const principal = (id: string, type: string) => ({ ObjectIdentifier: id, ObjectType: type });
const localGroup = (fields: object) => ({
  Collected: true,
  ObjectIdentifier: 'C1-544',
  Name: 'Administrators@c1',
  Results: [principal('G1', 'Group')],
  LocalNames: [],
  ...fields,
});
const computer = (fields: object) => converted(convertComputer, { ObjectIdentifier: 'C1', ...fields });

describe('local groups of a computer', () => {
  it('belong to it and have members', () => {
    const { nodes, edges } = computer({ LocalGroups: [localGroup({})] });
    expect(nodes.slice(1)).toEqual([
      {
        objectid: 'C1-544',
        kinds: ['ADLocalGroup', 'Base'],
        properties: { name: 'ADMINISTRATORS@C1' },
        described: true,
      },
    ]);
    expect(edges).toEqual([
      'C1-544:ADLocalGroup+Base -LocalToComputer-> C1:Computer+Base',
      'G1:Group+Base -MemberOfLocalGroup-> C1-544:ADLocalGroup+Base',
    ]);
  });

  it('are merely mentioned where the domain owns them', () => {
    const { nodes } = computer({ LocalGroups: [localGroup({ ObjectIdentifier: 'D-S-1-5-32-544', Name: 'IGNOREME' })] });
    expect(nodes.slice(1)).toEqual([
      { objectid: 'D-S-1-5-32-544', kinds: ['ADLocalGroup', 'Base'], properties: {}, described: false },
    ]);
  });

  it('are passed over where not collected or empty, except the one that matters when empty', () => {
    const groups = [
      localGroup({ Collected: false }),
      localGroup({ Results: [] }),
      localGroup({ Results: null }),
      localGroup({ ObjectIdentifier: 'C1-1005', Results: [], Name: 'Direct Access Users@C1' }),
    ];
    expect(computer({ LocalGroups: groups }).edges).toEqual([
      'C1-1005:ADLocalGroup+Base -LocalToComputer-> C1:Computer+Base',
    ]);
  });

  it('name the local accounts that the collector found', () => {
    const names = [
      { ObjectIdentifier: 'C1-500', PrincipalName: 'Administrator@C1' },
      { ObjectIdentifier: 'C1-501', LocalName: 'older spelling' },
    ];
    expect(computer({ LocalGroups: [localGroup({ LocalNames: names })] }).nodes.slice(2)).toEqual([
      { objectid: 'C1-500', kinds: ['Base'], properties: { name: 'ADMINISTRATOR@C1' }, described: false },
    ]);
  });

  it('are made of the lists that older collectors wrote', () => {
    const { nodes, edges } = computer({
      LocalAdmins: { Collected: true, Results: [principal('U1', 'User')] },
      RemoteDesktopUsers: { Collected: true, Results: [] },
      DcomUsers: { Collected: false, Results: [principal('U2', 'User')] },
      PSRemoteUsers: { Collected: true, Results: [principal('G1', 'Group')] },
    });
    expect(nodes).toHaveLength(1);
    expect(edges).toEqual([
      'C1-544:ADLocalGroup+Base -LocalToComputer-> C1:Computer+Base',
      'U1:User+Base -MemberOfLocalGroup-> C1-544:ADLocalGroup+Base',
      'C1-580:ADLocalGroup+Base -LocalToComputer-> C1:Computer+Base',
      'G1:Group+Base -MemberOfLocalGroup-> C1-580:ADLocalGroup+Base',
    ]);
  });

  it('are made of what group policies change', () => {
    const { edges } = converted(convertOu, {
      ObjectIdentifier: 'OU1',
      GPOChanges: {
        AffectedComputers: [principal('C1', 'Computer'), principal('C2', 'Computer')],
        LocalAdmins: [principal('G1', 'Group')],
        RemoteDesktopUsers: [],
        DcomUsers: null,
        PSRemoteUsers: [],
        BackupOperators: [principal('U1', 'User')],
      },
    });
    expect(edges).toEqual([
      'C1-544:ADLocalGroup+Base -LocalToComputer-> C1:Computer+Base',
      'G1:Group+Base -MemberOfLocalGroup-> C1-544:ADLocalGroup+Base',
      'C1-551:ADLocalGroup+Base -LocalToComputer-> C1:Computer+Base',
      'U1:User+Base -MemberOfLocalGroup-> C1-551:ADLocalGroup+Base',
      'C2-544:ADLocalGroup+Base -LocalToComputer-> C2:Computer+Base',
      'G1:Group+Base -MemberOfLocalGroup-> C2-544:ADLocalGroup+Base',
      'C2-551:ADLocalGroup+Base -LocalToComputer-> C2:Computer+Base',
      'U1:User+Base -MemberOfLocalGroup-> C2-551:ADLocalGroup+Base',
    ]);
  });
});

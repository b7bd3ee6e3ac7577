import { describe, expect, it } from '@jest/globals';
import { converted } from '../../records/converted.fixture.js';
import { convertGroup } from './groups.js';

const member = (id: string, type: string) => ({ ObjectIdentifier: id, ObjectType: type });

describe('convertGroup', () => {
  it('makes members of every kind, and former identities', () => {
    const group = {
      ObjectIdentifier: 'G1',
      Properties: { name: 'OPS@BIRCH.LOCAL' },
      Members: [member('u1', 'User'), member('c1', 'computer'), member('g2', 'Group'), member('x1', 'Base')],
      HasSIDHistory: [member('G9', 'Group')],
    };
    expect(converted(convertGroup, group).edges).toEqual([
      'U1:User+Base -MemberOf-> G1:Group+Base {"isprimarygroup":false}',
      'C1:Computer+Base -MemberOf-> G1:Group+Base {"isprimarygroup":false}',
      'G2:Group+Base -MemberOf-> G1:Group+Base {"isprimarygroup":false}',
      'X1:Base -MemberOf-> G1:Group+Base {"isprimarygroup":false}',
      'G1:Group+Base -HasSIDHistory-> G9:Group+Base',
    ]);
  });

  it('looks for members that are named by their distinguished name', () => {
    const name = 'CN=ADMINS,OU=TIER0,DC=BIRCH,DC=LOCAL';
    const group = {
      ObjectIdentifier: 'G1',
      Members: [
        member(name.toLowerCase(), 'Base'),
        member(`DN=${name}`, 'Group'),
        member('BIRCH.LOCAL-S-1-5-11', 'Group'),
      ],
    };
    expect(converted(convertGroup, group).edges).toEqual([
      `?distinguishedname=${name} else ${name}:Base -MemberOf-> G1:Group+Base {"isprimarygroup":false}`,
      `?distinguishedname=${name} else ${name}:Group+Base -MemberOf-> G1:Group+Base {"isprimarygroup":false}`,
      'BIRCH.LOCAL-S-1-5-11:Group+Base -MemberOf-> G1:Group+Base {"isprimarygroup":false}',
    ]);
  });
});

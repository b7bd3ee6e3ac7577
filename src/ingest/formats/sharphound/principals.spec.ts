import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../records/json-value.js';
import { converted } from '../../records/converted.fixture.js';
import { converterOf } from './sharphound-types.fixture.js';

const convertGroup = converterOf('groups');
const convertUser = converterOf('users');

const domain = 'S-1-5-21-7-7-7';

const ace = (PrincipalSID: string, RightName: string) => ({ PrincipalSID, PrincipalType: 'Group', RightName });
const ownerOf = (...Aces: object[]) =>
  converted(convertUser, { ObjectIdentifier: 'U1', Aces: Aces as JsonObject[] }).nodes[0]?.properties['ownersid'];

describe('convertUser', () => {
  it('makes a node with all properties and every relation of a user', () => {
    const user = {
      ObjectIdentifier: `${domain.toLowerCase()}-1104`,
      Properties: { name: 'ada@birch.local', domain: 'BIRCH.LOCAL', domainsid: domain, title: null, enabled: true },
      PrimaryGroupSID: `${domain}-513`,
      AllowedToDelegate: [{ ObjectIdentifier: `${domain}-1201`, ObjectType: 'Computer' }],
      HasSIDHistory: [{ ObjectIdentifier: 'S-1-5-21-8-8-8-500', ObjectType: 'User' }],
      SpnTargets: [
        { ComputerSID: `${domain}-1202`, Port: 1433, Service: 'SQLAdmin' },
        { ComputerSID: `${domain}-1203`, Port: 80, Service: 'Other' },
      ],
      ContainedBy: { ObjectIdentifier: 'a0000000-0000-4000-8000-000000000001', ObjectType: 'OU' },
      Aces: [],
      IsDeleted: false,
    };
    expect(converted(convertUser, user)).toEqual({
      nodes: [
        {
          objectid: `${domain}-1104`,
          kinds: ['User', 'Base'],
          properties: { name: 'ADA@BIRCH.LOCAL', domain: 'BIRCH.LOCAL', domainsid: domain, enabled: true },
          described: true,
        },
      ],
      edges: [
        `A0000000-0000-4000-8000-000000000001:OU+Base -Contains-> ${domain}-1104:User+Base`,
        `${domain}-1104:User+Base -MemberOf-> ${domain}-513:Group+Base {"isprimarygroup":true}`,
        `${domain}-1104:User+Base -AllowedToDelegate-> ${domain}-1201:Computer+Base`,
        `${domain}-1104:User+Base -HasSIDHistory-> S-1-5-21-8-8-8-500:User+Base`,
        `${domain}-1104:User+Base -SQLAdmin-> ${domain}-1202:Computer+Base {"port":1433}`,
      ],
      faults: [],
    });
  });

  it.each([
    [{ IsACLProtected: true }, true],
    [{ IsACLProtected: false, Properties: { isaclprotected: true } }, undefined],
    [{}, undefined],
  ])("keeps the record's own flag of protection apart from the property: %j", (fields, expected) => {
    const { nodes } = converted(convertUser, { ObjectIdentifier: 'U1', ...fields });
    expect(nodes[0]?.properties['ignoresinheritedaces']).toBe(expected);
  });

  it.each([
    [{ Properties: { unconstraineddelegation: true, domainsid: domain } }, true],
    [{ UnconstrainedDelegation: true, DomainSID: domain }, true],
    [{ Properties: { unconstraineddelegation: false }, UnconstrainedDelegation: true, DomainSID: domain }, false],
    [{ Properties: { unconstraineddelegation: true } }, false],
  ])('lets unconstrained delegation reach the domain where both are known: %j', (fields, reaches) => {
    const { edges } = converted(convertUser, { ObjectIdentifier: 'U1', ...fields });
    expect(edges).toEqual(reaches ? [`U1:User+Base -CoerceToTGT-> ${domain}:Domain+Base`] : []);
  });

  it('reports a list with parts without an id, and survives nulls everywhere', () => {
    const bare = {
      ObjectIdentifier: 'U1',
      Properties: null,
      PrimaryGroupSID: null,
      AllowedToDelegate: null,
      HasSIDHistory: [{ ObjectIdentifier: '' }, { ObjectIdentifier: null }, { ObjectType: 'User' }] as JsonObject[],
      SPNTargets: null,
      ContainedBy: null,
      Aces: null,
    };
    expect(converted(convertUser, bare)).toEqual({
      nodes: [{ objectid: 'U1', kinds: ['User', 'Base'], properties: {}, described: true }],
      edges: [],
      faults: ['HasSIDHistory[0].ObjectIdentifier: is missing or empty; what has no id in this list is left out'],
    });
  });

  it('stores the first owner that the access entries name', () => {
    expect(ownerOf(ace('g1', 'GenericAll'), ace('g2', 'Owns'), ace('g3', 'Owns'))).toBe('G2');
    expect(ownerOf({ principalsid: 'g4', rightname: 'OwnsRaw' })).toBe('G4');
    expect(ownerOf(ace('g1', 'WriteOwner'))).toBeUndefined();
    expect(ownerOf()).toBeUndefined();
  });

  it('leaves out a record without an id and tells so', () => {
    expect(converted(convertUser, { Properties: { name: 'X' } })).toEqual({
      nodes: [],
      edges: [],
      faults: ['ObjectIdentifier: is missing or empty; the record is left out'],
    });
  });

  it('keeps what is right beside a field that is wrong', () => {
    const { nodes, edges, faults } = converted(convertUser, {
      ObjectIdentifier: 'U1',
      Properties: 'none',
      PrimaryGroupSID: 513,
      AllowedToDelegate: [{ ObjectIdentifier: 'C1', ObjectType: 'Computer' }, 'C2'],
    });
    expect(nodes).toHaveLength(1);
    expect(edges).toEqual(['U1:User+Base -AllowedToDelegate-> C1:Computer+Base']);
    expect(faults).toEqual([
      'Properties: expected an object',
      'PrimaryGroupSID: expected a text',
      'AllowedToDelegate[1]: expected an object',
    ]);
  });
});

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

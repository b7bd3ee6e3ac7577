import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../records/json-value.js';
import { converted, wholeLists } from '../../records/converted.fixture.js';
import { converterOf } from './sharphound-types.fixture.js';

const [convertSite, convertServer, convertSubnet] = ['sites', 'siteservers', 'sitesubnets'].map(converterOf) as [
  ReturnType<typeof converterOf>,
  ReturnType<typeof converterOf>,
  ReturnType<typeof converterOf>,
];

const inConfiguration = (name: string) => `CN=${name},CN=SITES,CN=CONFIGURATION,DC=X`;
const site: JsonObject = {
  ObjectIdentifier: 'site-1',
  Properties: { name: 'harbour', domainsid: 'S-1-5-21-1', distinguishedname: inConfiguration('HARBOUR') },
  Links: [
    { GUID: 'p1', IsEnforced: true },
    { GUID: 'p2', IsEnforced: false },
  ],
  ChildObjects: [
    { ObjectIdentifier: 'v1', ObjectType: 'SiteServer' },
    { ObjectIdentifier: 'n1', ObjectType: 'SiteSubnet' },
  ],
  InheritanceHashes: [],
  Aces: [
    { PrincipalSID: 'u1', PrincipalType: 'User', RightName: 'GenericWrite', IsInherited: false },
    { PrincipalSID: 'u1', PrincipalType: 'User', RightName: 'WriteGPLink', IsInherited: true },
  ],
};
const server = { ObjectIdentifier: 'v1', ContainedBy: { ObjectIdentifier: 'site-1', ObjectType: 'Site' } };
const computer = { ObjectIdentifier: 'S-1-5-21-1-1000', ObjectType: 'Computer' };

describe('sites', () => {
  it('have policies, servers, subnets and rights', () => {
    expect(converted(convertSite, site)).toEqual({
      nodes: [
        {
          objectid: 'SITE-1',
          kinds: ['Site', 'Base'],
          properties: { name: 'HARBOUR', domainsid: 'S-1-5-21-1', distinguishedname: inConfiguration('HARBOUR') },
          described: true,
        },
      ],
      edges: [
        'U1:User+Base -GenericWrite-> SITE-1:Site+Base {"isacl":true,"isinherited":false}',
        'U1:User+Base -WriteGPLink-> SITE-1:Site+Base {"isacl":true,"isinherited":true}',
        'SITE-1:Site+Base -Contains-> V1:SiteServer+Base',
        'SITE-1:Site+Base -Contains-> N1:SiteSubnet+Base',
        'P1:GPO+Base -GPLink-> SITE-1:Site+Base {"enforced":true}',
        'P2:GPO+Base -GPLink-> SITE-1:Site+Base {"enforced":false}',
      ],
      faults: [],
    });
  });

  it('of an early build have links alone', () => {
    expect(converted(convertSite, { ObjectIdentifier: 'site-1', Links: [{ GUID: 'p1', IsEnforced: false }] })).toEqual({
      nodes: [{ objectid: 'SITE-1', kinds: ['Site', 'Base'], properties: {}, described: true }],
      edges: ['P1:GPO+Base -GPLink-> SITE-1:Site+Base {"enforced":false}'],
      faults: [],
    });
  });

  it('have no whole list, because each domain of the forest describes them', () => {
    const allMethods = 0x1f_ffff;
    expect(wholeLists((record, into) => convertSite(record, into, allMethods), site)).toEqual([]);
    const properties = { distinguishedname: inConfiguration('V1') };
    const whole = { ...server, Properties: properties, ServerIs: computer, Aces: [] };
    expect(wholeLists((record, into) => convertServer(record, into, allMethods), whole)).toEqual([]);
  });

  it.each(['ServerIs', 'SeverIs'])('have servers that are computers (%s)', (field) => {
    expect(converted(convertServer, { ...server, [field]: computer }).edges).toEqual([
      'SITE-1:Site+Base -Contains-> V1:SiteServer+Base',
      'V1:SiteServer+Base -ServerIs-> S-1-5-21-1-1000:Computer+Base',
    ]);
  });

  it.each<JsonObject>([{}, { ServerIs: null }])('have servers that are left over (%j)', (fields) => {
    expect(converted(convertServer, { ...server, ...fields })).toEqual({
      nodes: [{ objectid: 'V1', kinds: ['SiteServer', 'Base'], properties: {}, described: true }],
      edges: ['SITE-1:Site+Base -Contains-> V1:SiteServer+Base'],
      faults: [],
    });
  });

  it('report a computer that is no object, with its place', () => {
    expect(converted(convertServer, { ...server, ServerIs: 'S-1-5-21-1-1000' }).faults).toEqual([
      'ServerIs: expected an object',
    ]);
  });

  it('have subnets, which may belong to no site', () => {
    const subnet = { ObjectIdentifier: 'n1', Properties: { cn: '10.0.0.0/8', siteobject: '' } };
    expect(converted(convertSubnet, { ...subnet, ContainedBy: null })).toEqual({
      nodes: [
        {
          objectid: 'N1',
          kinds: ['SiteSubnet', 'Base'],
          properties: { cn: '10.0.0.0/8', siteobject: '' },
          described: true,
        },
      ],
      edges: [],
      faults: [],
    });
  });
});

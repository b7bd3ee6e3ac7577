import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../records/json-value.js';
import { converted } from '../../records/converted.fixture.js';
import { convertSession } from './computers.js';
import { converterOf } from './sharphound-types.fixture.js';

const convertContainer = converterOf('containers');
const convertDomain = converterOf('domains');
const convertGpo = converterOf('gpos');
const convertOu = converterOf('ous');

const child = { ObjectIdentifier: 'u1', ObjectType: 'User' };
const links: JsonObject[] = [{ GUID: 'p1', IsEnforced: true }, { Guid: 'p2', IsEnforced: false }, { Guid: null }];

const gpo = (status: unknown) =>
  converted(convertGpo, { ObjectIdentifier: 'P1', Properties: { gpcpath: 'x' }, GPOStatus: String(status) }).nodes[0]
    ?.properties;

describe('the structure of a directory', () => {
  it('domains contain children and have policies, and their numbers are numbers', () => {
    const result = converted(convertDomain, {
      ObjectIdentifier: 'D1',
      Properties: {
        name: 'birch.local',
        collected: true,
        machineaccountquota: '10',
        minpwdlength: 'x',
        lockoutthreshold: 5.0,
        expirepasswordsonsmartcardonlyaccounts: 'True',
      },
      ChildObjects: [child],
      Links: links,
      Trusts: null,
      GPOChanges: null,
      InheritanceHashes: ['aa'],
      ForestRootIdentifier: 's-1-5-21-9-9-9',
    });
    expect(result).toEqual({
      nodes: [
        {
          objectid: 'D1',
          kinds: ['Domain', 'Base'],
          properties: {
            name: 'BIRCH.LOCAL',
            collected: true,
            machineaccountquota: 10,
            lockoutthreshold: 5,
            expirepasswordsonsmartcardonlyaccounts: true,
            forestrootidentifier: 'S-1-5-21-9-9-9',
          },
          described: true,
        },
      ],
      edges: [
        'D1:Domain+Base -Contains-> U1:User+Base',
        'P1:GPO+Base -GPLink-> D1:Domain+Base {"enforced":true}',
        'P2:GPO+Base -GPLink-> D1:Domain+Base {"enforced":false}',
      ],
      faults: ['Links[2].GUID: is missing or empty; what has no id in this list is left out'],
    });
  });

  it.each([7, false, ['a'], { first: 'a' }])('objects are named by their id if their name is no text: %j', (Name) => {
    const { nodes, faults } = converted(convertContainer, {
      ObjectIdentifier: 'C1',
      Properties: { Name, domain: 'd' },
    });
    expect(nodes[0]?.properties).toEqual({ domain: 'd' });
    expect(faults).toEqual(['Properties.Name: expected a text; the name of the node is its id']);
  });

  it('names are upper-cased letter by letter', () => {
    const names = { name: 'straße@birch.local', distinguishedname: 'CN=ﬁn,ou=İı,dc=ǆ' };
    const { nodes } = converted(convertContainer, { ObjectIdentifier: 'cn=weißé', Properties: names });
    expect(nodes[0]).toMatchObject({
      objectid: 'CN=WEIßÉ',
      properties: { name: 'STRAßE@BIRCH.LOCAL', distinguishedname: 'CN=ﬁN,OU=İI,DC=Ǆ' },
    });
  });

  it('organisational units contain children and have policies', () => {
    expect(converted(convertOu, { ObjectIdentifier: 'O1', ChildObjects: [child], Links: links }).edges).toEqual([
      'O1:OU+Base -Contains-> U1:User+Base',
      'P1:GPO+Base -GPLink-> O1:OU+Base {"enforced":true}',
      'P2:GPO+Base -GPLink-> O1:OU+Base {"enforced":false}',
    ]);
  });

  it('containers contain children and lie in something of a kind that is not known', () => {
    const container = {
      ObjectIdentifier: 'N1',
      ChildObjects: [child],
      ContainedBy: { ObjectIdentifier: 'conf', ObjectType: 'Configuration' },
    };
    expect(converted(convertContainer, container).edges).toEqual([
      'CONF:Base -Contains-> N1:Container+Base',
      'N1:Container+Base -Contains-> U1:User+Base',
    ]);
  });

  it('policies tell which of their parts apply', () => {
    expect(gpo(2)).toEqual({ gpcpath: 'x', gpostatusraw: '2', gpostatus: 'Computer Configuration Disabled' });
    expect(gpo(9)).toEqual({ gpcpath: 'x', gpostatusraw: '9', gpostatus: 'GPO Status does not exist' });
    expect(gpo('')).toEqual({ gpcpath: 'x' });
    const inBag = { ObjectIdentifier: 'P', Properties: { gpostatus: ' 0 ' } };
    expect(converted(convertGpo, inBag).nodes[0]?.properties).toEqual({ gpostatusraw: '0', gpostatus: 'Enabled' });
  });

  it('sessions of their own file keep the type of the logon', () => {
    expect(converted(convertSession, { ComputerSID: 'c1', UserSID: 'u1', LogonType: 2 }).edges).toEqual([
      'C1:Computer+Base -HasSession-> U1:User+Base {"logontype":2}',
    ]);
    expect(converted(convertSession, { ComputerSID: 'c1', UserSID: '' })).toEqual({ nodes: [], edges: [], faults: [] });
  });
});

import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../records/json-value.js';
import { wholeLists } from '../../records/converted.fixture.js';
import type { AdConverter } from './ad-converter.js';
import { Method } from './ad-object.js';
import { convertSession } from './computers.js';
import { converterOf } from './sharphound-types.fixture.js';

const convertEnterpriseCa = converterOf('enterprisecas');
const convertIssuancePolicy = converterOf('issuancepolicies');
const convertComputer = converterOf('computers');
const convertContainer = converterOf('containers');
const convertDomain = converterOf('domains');
const convertOu = converterOf('ous');
const convertGroup = converterOf('groups');
const convertUser = converterOf('users');

const everything = 521_215;
const principal = (id: string, type = 'User') => ({ ObjectIdentifier: id, ObjectType: type });
const properties = { distinguishedname: 'CN=X,DC=BIRCH,DC=LOCAL' };
const ace = { PrincipalSID: 'G1', PrincipalType: 'Group', RightName: 'GenericAll', IsInherited: false };

const answer = (Collected: boolean, fields: object) => ({ Collected, FailureReason: null, Results: [], ...fields });

const listsOf = (convert: AdConverter, fields: JsonObject, methods = everything) =>
  wholeLists((record, into) => convert(record, into, methods), {
    ObjectIdentifier: 'X1',
    Properties: properties,
    ...fields,
  });

const rights = (fields: object, methods?: number) => listsOf(convertGroup, { Aces: [], ...fields }, methods);

const emptyUser = {
  PrimaryGroupSID: null,
  AllowedToDelegate: [],
  HasSIDHistory: [],
  SPNTargets: [],
  ContainedBy: null,
  Aces: [],
};
const fullUser = {
  PrimaryGroupSID: 'G513',
  AllowedToDelegate: [principal('C1', 'Computer')],
  HasSIDHistory: [principal('U9')],
  SPNTargets: [{ ComputerSID: 'C1', Port: 1433, Service: 'SQLAdmin' }],
  ContainedBy: principal('O1', 'OU'),
  Aces: [ace],
};
const wholeUser = [
  'X1 incoming Contains',
  'X1 acl',
  'X1 primary-group',
  'X1 outgoing AllowedToDelegate',
  'X1 outgoing HasSIDHistory',
  'X1 outgoing SQLAdmin',
];

describe('lists of a SharpHound record', () => {
  it('are whole if they were collected, also if empty, unless every object has an entry', () => {
    expect(listsOf(convertUser, fullUser)).toEqual(wholeUser);
    expect(listsOf(convertUser, emptyUser)).toEqual([
      'X1 outgoing AllowedToDelegate',
      'X1 outgoing HasSIDHistory',
      'X1 outgoing SQLAdmin',
    ]);
  });

  it('are whole if an empty list of rights is protected, because it was read then', () => {
    const inBag = { Properties: { ...properties, isaclprotected: true } };
    expect(rights({ IsACLProtected: true })).toEqual(['X1 acl']);
    expect(rights(inBag)).toEqual(['X1 acl']);
    expect(rights({ IsACLProtected: false })).toEqual([]);
    expect(rights({ IsACLProtected: true }, everything & ~Method.Acl)).toEqual([]);
    expect(rights({ IsACLProtected: true }, 0)).toEqual([]);
    expect(rights({ IsACLProtected: true, Properties: {} })).toEqual([]);
    expect(rights({ IsACLProtected: true, Aces: null })).toEqual([]);
  });

  it.each([
    [Method.Group, ['X1 primary-group']],
    [Method.Acl, ['X1 acl']],
    [Method.Container, ['X1 incoming Contains']],
    [Method.ObjectProps, ['X1 outgoing AllowedToDelegate', 'X1 outgoing HasSIDHistory']],
    [Method.SpnTargets, ['X1 outgoing SQLAdmin']],
    [8 | 16 | 1024, []],
  ])('are whole by the method that collects them: %d', (methods, lists) => {
    expect(listsOf(convertUser, fullUser, methods)).toEqual(lists);
  });

  it('are whole if they have entries and the file does not name its methods', () => {
    expect(listsOf(convertUser, fullUser, 0)).toEqual(wholeUser);
    expect(listsOf(convertUser, emptyUser, 0)).toEqual([]);
  });

  it('are not whole if the field is missing or an entry is left out', () => {
    expect(listsOf(convertGroup, {})).toEqual([]);
    expect(listsOf(convertGroup, { Members: null, HasSIDHistory: null })).toEqual([]);
    expect(listsOf(convertGroup, { Members: [principal('U1'), 'U2'], HasSIDHistory: [] })).toEqual([
      'X1 outgoing HasSIDHistory',
    ]);
    expect(listsOf(convertGroup, { Members: [principal('U1'), principal('x'.repeat(601))] })).toEqual([]);
    expect(listsOf(convertGroup, { Members: [], Aces: [ace, { ...ace, RightName: 'Fly' }] })).toEqual([
      'X1 incoming MemberOf',
    ]);
  });

  it('are not whole in records of principals without a distinguished name', () => {
    const everyone = { ...fullUser, Members: [principal('C1')], Properties: { name: 'EVERYONE@BIRCH.LOCAL' } };
    expect(listsOf(convertGroup, everyone)).toEqual([]);
  });

  it('are not whole for objects of the Configuration partition, which all domains of a forest share', () => {
    const container = { Aces: [ace], ContainedBy: principal('O1', 'Container'), ChildObjects: [principal('U1')] };
    const shared = { distinguishedname: 'CN=AIA,CN=SERVICES,CN=CONFIGURATION,DC=BIRCH,DC=LOCAL' };
    expect(listsOf(convertContainer, { ...container, Properties: shared })).toEqual([]);
    expect(listsOf(convertContainer, container)).toEqual(['X1 incoming Contains', 'X1 acl', 'U1 incoming Contains']);
    const authority = { ...container, HostingComputer: 'C1', EnabledCertTemplates: [principal('T1')] };
    expect(listsOf(convertEnterpriseCa, { ...authority, Properties: shared })).toEqual([]);
    const policy = { ...container, GroupLink: principal('G1', 'Group') };
    expect(listsOf(convertIssuancePolicy, { ...policy, Properties: shared })).toEqual([]);
  });

  it('are not whole for objects without a domain in their id', () => {
    const group = { Aces: [ace], Members: [principal('U1')], ContainedBy: principal('O1', 'Container') };
    expect(listsOf(convertGroup, { ...group, ObjectIdentifier: 'S-1-5-32-581' })).toEqual([]);
    expect(listsOf(convertGroup, { ...group, ObjectIdentifier: 'S-1-5-21-1-2-3-512' })).toHaveLength(3);
    expect(listsOf(convertGroup, { ...group, ObjectIdentifier: 'BIRCH.LOCAL-S-1-5-32-544' })).toHaveLength(3);
    expect(listsOf(convertContainer, { ChildObjects: [principal('S-1-5-32-581'), principal('U1')] })).toEqual([
      'U1 incoming Contains',
    ]);
  });

  it('of children belong to each child', () => {
    const unit = { ChildObjects: [principal('U1'), principal('')], Links: [], Trusts: [], GPOChanges: null };
    expect(listsOf(convertOu, unit)).toEqual(['U1 incoming Contains', 'X1 incoming GPLink']);
    expect(listsOf(convertDomain, { ...unit, Links: [{ GUID: 'P1' }] }, 0)).toEqual([
      'U1 incoming Contains',
      'X1 incoming GPLink',
    ]);
    expect(listsOf(convertOu, unit, Method.Group)).toEqual([]);
  });

  it('of computers are whole if the answer was collected', () => {
    const right = 'SeRemoteInteractiveLogonRight';
    const computer = {
      LocalGroups: [
        answer(true, { ObjectIdentifier: 'X1-544', Name: 'A' }),
        answer(true, { ObjectIdentifier: 'X1-555', Name: 'B', Results: [principal('U1')] }),
        answer(true, { ObjectIdentifier: 'X1-562', Name: 'C', Results: null }),
        answer(true, { ObjectIdentifier: 'X12-559', Name: 'D', Results: [principal('U1')] }),
        answer(true, { ObjectIdentifier: 'BIRCH.LOCAL-S-1-5-32-544', Name: 'IGNOREME', Results: [principal('U1')] }),
        answer(true, { ObjectIdentifier: 'X1-580', Name: 'E', Results: [7] }),
        answer(false, { ObjectIdentifier: 'X1-559', Name: 'F' }),
      ],
      LocalAdmins: answer(true, {}),
      DcomUsers: answer(false, {}),
      UserRights: [answer(true, { Privilege: right }), answer(false, { Privilege: 'SeBackupPrivilege' })],
    };
    const lists = [
      'X1-544 incoming MemberOfLocalGroup',
      'X1-555 incoming MemberOfLocalGroup',
      'X1-544 incoming MemberOfLocalGroup',
      'X1 incoming RemoteInteractiveLogonRight',
    ];
    expect(listsOf(convertComputer, computer)).toEqual(lists);
    expect(listsOf(convertComputer, { ...computer, Properties: {} }, 0)).toEqual(lists);
  });

  it('of the local groups of a computer are whole if all were collected', () => {
    const groups = ['X1-544', 'X1-555'].map((ObjectIdentifier) => answer(true, { ObjectIdentifier, Name: 'A' }));
    const lists = ['X1-544 incoming MemberOfLocalGroup', 'X1-555 incoming MemberOfLocalGroup'];
    expect(listsOf(convertComputer, { LocalGroups: groups })).toEqual([...lists, 'X1 incoming LocalToComputer']);
    const other = answer(false, { ObjectIdentifier: 'X1-562', Name: 'B' });
    expect(listsOf(convertComputer, { LocalGroups: [...groups, other] })).toEqual(lists);
    expect(listsOf(convertComputer, { LocalGroups: [...groups, 7] })).toEqual(lists);
    expect(listsOf(convertComputer, { LocalGroups: [] })).toEqual([]);
  });

  it('of delegation are whole for computers', () => {
    const delegation = { AllowedToAct: [], AllowedToDelegate: [], DumpSMSAPassword: [], HasSIDHistory: [] };
    const free = { ...properties, unconstraineddelegation: true, domainsid: 'D1' };
    expect(listsOf(convertComputer, { ...delegation, Properties: free, IsDC: false })).toEqual([
      'X1 outgoing AllowedToDelegate',
      'X1 outgoing HasSIDHistory',
      'X1 incoming AllowedToAct',
      'X1 outgoing DumpSMSAPassword',
      'X1 outgoing CoerceToTGT',
    ]);
    expect(listsOf(convertComputer, { Properties: free, IsDC: true })).toEqual(['X1 outgoing DCFor']);
    expect(listsOf(convertComputer, { Properties: { ...properties, unconstraineddelegation: false } })).toEqual([
      'X1 outgoing CoerceToTGT',
    ]);
  });

  it('are never whole for sessions and trusts', () => {
    expect(wholeLists(convertSession, { ComputerSID: 'C1', UserSID: 'U1' })).toEqual([]);
    const trust = { TargetDomainSid: 'D2', TrustDirection: 'Bidirectional', TrustType: 'Forest' };
    expect(listsOf(convertDomain, { Trusts: [trust] })).toEqual([]);
  });
});

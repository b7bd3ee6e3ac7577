import { describe, expect, it } from '@jest/globals';
import { DeferredStatements } from '../../../graph/writer/batch/deferred-statements.js';
import { converted } from '../../records/converted.fixture.js';
import { Fields } from '../../records/fields.js';
import type { JsonObject } from '../../records/json-value.js';
import { converterOf } from './sharphound-types.fixture.js';

const convertComputer = converterOf('computers');

const sid = 'S-1-5-21-7-7-7-1201';
const self = `${sid}:Computer+Base`;
const principal = (id: string, type: string) => ({ ObjectIdentifier: id, ObjectType: type });
const computer = (fields: object) => converted(convertComputer, { ObjectIdentifier: sid, ...fields });
const propertiesOf = (fields: object) => computer(fields).nodes[0]?.properties;

/** The properties that a record takes back. */
const erased = (fields: JsonObject) => {
  const all: string[] = [];
  const into = new DeferredStatements({
    describe: (_id, _kinds, _properties, given = []) => all.push(...given),
    supplement: () => 0,
  });
  convertComputer(new Fields({ ObjectIdentifier: sid, ...fields }, () => {}), into);
  return all.toSorted();
};

describe('convertComputer', () => {
  it('makes the edges of delegation, each in its direction', () => {
    const { edges, faults } = computer({
      PrimaryGroupSID: 'G515',
      AllowedToDelegate: [principal('C2', 'Computer')],
      AllowedToAct: [principal('U1', 'User')],
      DumpSMSAPassword: [principal('U2', 'Base')],
      HasSIDHistory: [principal('C9', 'Computer')],
    });
    expect(edges).toEqual([
      `${self} -MemberOf-> G515:Group+Base {"isprimarygroup":true}`,
      `${self} -AllowedToDelegate-> C2:Computer+Base`,
      `${self} -HasSIDHistory-> C9:Computer+Base`,
      `U1:User+Base -AllowedToAct-> ${self}`,
      `${self} -DumpSMSAPassword-> U2:Base`,
    ]);
    expect(faults).toEqual([]);
  });

  it('takes sessions that were collected and whose ends are known', () => {
    const { edges } = computer({
      Sessions: {
        Collected: true,
        Results: [
          { ComputerSID: sid, UserSID: 'U1' },
          { ComputerSID: sid, UserSID: '' },
        ],
      },
      PrivilegedSessions: { Collected: false, Results: [{ ComputerSID: sid, UserSID: 'U2' }] },
      RegistrySessions: { Collected: true, FailureReason: null, Results: [{ ComputerSID: 'C7', UserSID: 'U3' }] },
    });
    expect(edges).toEqual([`${self} -HasSession-> U1:User+Base`, 'C7:Computer+Base -HasSession-> U3:User+Base']);
  });

  it('ties a controller to its domain, and any other computer with unconstrained delegation', () => {
    const delegation = { Properties: { unconstraineddelegation: true }, DomainSID: 's-1-5-21-7-7-7' };
    expect(computer({ ...delegation, IsDC: true }).edges).toEqual([`${self} -DCFor-> S-1-5-21-7-7-7:Domain+Base`]);
    expect(computer({ ...delegation, IsDC: false }).edges).toEqual([
      `${self} -CoerceToTGT-> S-1-5-21-7-7-7:Domain+Base`,
    ]);
    expect(computer({ IsDC: true, DomainSID: '' }).edges).toEqual([]);
  });

  it('takes user rights that open the computer and notes that those for remote desktop are known', () => {
    const rights = [
      { Privilege: 'SeRemoteInteractiveLogonRight', Collected: true, Results: [principal('G1', 'Group')] },
      { Privilege: 'SeBackupPrivilege', Collected: true, Results: [principal('G2', 'Group')] },
      { Privilege: 'SeRestorePrivilege', Collected: true, Results: [principal('U1', 'LocalUser')] },
      { Privilege: 'SeDebugPrivilege', Collected: true, Results: [principal('G4', 'Group')] },
      { Privilege: 'SeBackupPrivilege', Collected: false, Results: [principal('G5', 'Group')] },
    ];
    const { nodes, edges } = computer({ UserRights: rights });
    expect(edges).toEqual([
      `G1:Group+Base -RemoteInteractiveLogonRight-> ${self}`,
      `G2:Group+Base -BackupPrivilege-> ${self}`,
      `U1:ADLocalUser+Base -RestorePrivilege-> ${self}`,
    ]);
    expect(nodes[0]?.properties).toEqual({ hasura: true });
    expect(propertiesOf({ UserRights: rights.slice(1) })).toEqual({});
  });

  it('lets a session that names its user wait for the user of this name', () => {
    const found = [
      { UserSID: 'Alice@birch.local', ComputerSID: sid },
      { UserSID: 'U1', ComputerSID: sid },
    ];
    expect(computer({ Sessions: { Collected: true, Results: found } })).toMatchObject({
      edges: [`${self} -HasSession-> ?name=ALICE@BIRCH.LOCAL:User`, `${self} -HasSession-> U1:User+Base`],
      faults: [],
    });
  });

  it('takes back what a later answer no longer has, and nothing that was not collected', () => {
    const ntlm = { RestrictSendingNtlmTraffic: null, RestrictReceivingNTLMTraffic: null, NtlmMinClientSec: 1 };
    expect(
      erased({
        Properties: { description: null, ldapenabled: null, userpassword: '' },
        NTLMRegistryData: { Collected: true, Result: ntlm },
        SmbInfo: { Collected: true, Result: { SigningEnabled: null } },
        UserRights: [{ Privilege: 'SeRemoteInteractiveLogonRight', Collected: true, Results: [] }],
        DCRegistryData: { CertificateMappingMethods: { Collected: true, Value: null } },
      }),
    ).toEqual([
      'certificatemappingmethods',
      'certificatemappingmethodsraw',
      'description',
      'hasura',
      'ldapavailable',
      'ldapenabled',
      'ldapenabled',
      'restrictoutboundntlm',
      'restrictreceivingntlmtraffic',
      'restrictreceivingntmltraffic',
      'smbsigning',
      'userpassword',
    ]);
    expect(
      erased({
        Properties: { objectid: null, lastseen: null },
        NTLMRegistryData: { Collected: true, Result: {} },
        SmbInfo: { Collected: false, Result: { SigningEnabled: null } },
        UserRights: [{ Privilege: 'SeRemoteInteractiveLogonRight', Collected: false, Results: [] }],
        DCRegistryData: { CertificateMappingMethods: { Collected: false, Value: null } },
        IsWebClientRunning: null,
        LdapEnabled: null,
      }),
    ).toEqual([]);
  });

  it('reads the registry of a controller', () => {
    expect(
      propertiesOf({
        DCRegistryData: {
          CertificateMappingMethods: { Collected: true, Value: 24 },
          StrongCertificateBindingEnforcement: { Collected: true, Value: 1 },
          VulnerableNetlogonSecurityDescriptor: { Collected: true, Value: 'O:BAG:BA' },
        },
      }),
    ).toEqual({
      certificatemappingmethodsraw: 24,
      certificatemappingmethods: [
        '0x08: Kerberos service-for-user (S4U) certificate',
        '0x10: Kerberos service-for-user (S4U) explicit certificate',
      ],
      strongcertificatebindingenforcementraw: 1,
      strongcertificatebindingenforcement: 'Compatibility mode',
      vulnerablenetlogonsecuritydescriptorcollected: true,
      vulnerablenetlogonsecuritydescriptor: 'O:BAG:BA',
    });
    expect(
      propertiesOf({
        DCRegistryData: {
          CertificateMappingMethods: { Collected: true, Value: -1 },
          StrongCertificateBindingEnforcement: { Collected: false, Value: 2 },
          VulnerableNetlogonSecurityDescriptor: { Collected: false, Value: 'O:BAG:BA' },
        },
      }),
    ).toEqual({
      certificatemappingmethodsraw: -1,
      certificatemappingmethods: ['Registry value does not exist'],
      vulnerablenetlogonsecuritydescriptorcollected: false,
    });
    expect(propertiesOf({ DCRegistryData: null })).toEqual({});
  });

  it('reads what relaying depends on, where it was collected', () => {
    expect(
      propertiesOf({
        SmbInfo: { Collected: true, Result: { SigningEnabled: false } },
        IsWebClientRunning: { Collected: true, Result: true },
        LdapEnabled: true,
        LdapsEnabled: { Collected: false, Result: true },
        NTLMRegistryData: {
          Collected: true,
          Result: {
            RestrictSendingNtlmTraffic: 2,
            RestrictReceivingNtlmTraffic: 1,
            RequireSecuritySignature: 0,
            EnableSecuritySignature: 1,
            NtlmMinClientSec: 536870912,
            NtlmMinServerSec: null,
            LmCompatibilityLevel: 3,
            UseMachineId: 1,
            ClientAllowedNTLMServers: ['SRV1'],
          },
        },
      }),
    ).toEqual({
      smbsigning: false,
      webclientrunning: true,
      ldapavailable: true,
      restrictoutboundntlm: true,
      restrictreceivingntlmtraffic: false,
      restrictreceivingntmltraffic: false,
      requiresecuritysignature: false,
      enablesecuritysignature: true,
      ntlmminclientsec: 536870912,
      lmcompatibilitylevel: 3,
      usemachineid: true,
      clientallowedntlmservers: ['SRV1'],
    });
    expect(
      propertiesOf({
        Properties: { ldapenabled: true, ldapsenabled: false },
        NTLMRegistryData: { Collected: true, Result: { RestrictSendingNtlmTraffic: null } },
      }),
    ).toEqual({ ldapavailable: true, ldapsavailable: false });
  });
});

import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../records/json-value.js';
import { converted } from '../../records/converted.fixture.js';
import { converterOf } from './sharphound-types.fixture.js';

const convertAiaCa = converterOf('aiacas');
const convertCertTemplate = converterOf('certtemplates');
const convertEnterpriseCa = converterOf('enterprisecas');
const convertIssuancePolicy = converterOf('issuancepolicies');
const convertNtAuthStore = converterOf('ntauthstores');
const convertRootCa = converterOf('rootcas');

const ace = (who: string, right: string, type = 'Group') => ({
  PrincipalSID: who,
  PrincipalType: type,
  RightName: right,
  IsInherited: false,
});
const template = (id: string) => ({ ObjectIdentifier: id, ObjectType: 'CertTemplate' });
const edgesOf = (fields: object) => converted(convertEnterpriseCa, { ObjectIdentifier: 'CA1', ...fields }).edges;
const propertiesOf = (fields: object) =>
  converted(convertEnterpriseCa, { ObjectIdentifier: 'CA1', ...fields }).nodes[0]?.properties;
const granted = (edges: readonly string[]) => edges.map((edge) => edge.replace(/:.* -(\w+)->.*/, ' $1'));

const endpoint = (Url: string, http: boolean, https: boolean, epa: boolean) => ({
  Collected: true,
  Result: { Url, ADCSWebEnrollmentHTTP: http, ADCSWebEnrollmentHTTPS: https, ADCSWebEnrollmentEPA: epa },
});

const extensionProperties = (DisabledExtensions: JsonObject | null) =>
  converted(convertEnterpriseCa, { ObjectIdentifier: 'CA', CARegistryData: { DisabledExtensions } }).nodes[0]
    ?.properties;

describe('certificate services', () => {
  it.each([
    [convertAiaCa, 'AIACA', []],
    [convertCertTemplate, 'CertTemplate', []],
    [convertRootCa, 'RootCA', ['K1:RootCA+Base -RootCAFor-> D1:Domain+Base']],
    [convertNtAuthStore, 'NTAuthStore', ['K1:NTAuthStore+Base -NTAuthStoreFor-> D1:Domain+Base']],
  ])('stores and templates become nodes tied to their domain (%#)', (convert, kind, edges) => {
    expect(converted(convert, { ObjectIdentifier: 'k1', DomainSID: 'd1', Properties: { caname: 'x' } })).toEqual({
      nodes: [{ objectid: 'K1', kinds: [kind, 'Base'], properties: { caname: 'x' }, described: true }],
      edges,
      faults: [],
    });
    expect(converted(convert, { ObjectIdentifier: 'k1', DomainSID: '' }).edges).toEqual([]);
  });

  it('policies may stand for a group', () => {
    const policy = { ObjectIdentifier: 'k1', GroupLink: { ObjectIdentifier: 'g1', ObjectType: 'Group' } };
    expect(converted(convertIssuancePolicy, policy)).toMatchObject({
      nodes: [{ properties: { grouplinkid: 'G1' } }],
      edges: ['K1:IssuancePolicy+Base -OIDGroupLink-> G1:Group+Base'],
    });
    const unlinked = { ObjectIdentifier: 'k1', GroupLink: { ObjectIdentifier: null, ObjectType: 'Base' } };
    expect(converted(convertIssuancePolicy, unlinked)).toMatchObject({ nodes: [{ properties: {} }], edges: [] });
  });

  it('authorities are hosted and publish templates', () => {
    expect(edgesOf({ HostingComputer: 'c1', EnabledCertTemplates: [template('t1'), template('t2')] })).toEqual([
      'C1:Computer+Base -HostsCAService-> CA1:EnterpriseCA+Base',
      'T1:CertTemplate+Base -PublishedTo-> CA1:EnterpriseCA+Base',
      'T2:CertTemplate+Base -PublishedTo-> CA1:EnterpriseCA+Base',
    ]);
  });

  it('the registry of an authority decides its own rights, the directory all others', () => {
    const aces = [ace('G1', 'Enroll'), ace('G1', 'GenericAll'), ace('C1', 'ManageCA', 'Computer'), ace('G2', 'Owns')];
    const security = {
      Collected: true,
      Data: [ace('G3', 'ManageCA'), ace('G3', 'Owns'), ace('C1-544', 'ManageCertificates', 'LocalGroup')],
    };
    const authority = { HostingComputer: 'c1', Aces: aces };
    expect(granted(edgesOf({ ...authority, CARegistryData: { CASecurity: security } })).slice(0, -1)).toEqual([
      'G3 ManageCA',
      'C1-544 ManageCertificates',
      'G1 GenericAll',
      'C1 ManageCA',
      'G2 OwnsRaw',
    ]);
    const notCollected = { CASecurity: { ...security, Collected: false } };
    expect(granted(edgesOf({ ...authority, CARegistryData: notCollected })).slice(0, -1)).toEqual([
      'G1 Enroll',
      'G1 GenericAll',
      'C1 ManageCA',
      'G2 OwnsRaw',
    ]);
  });

  it('enrolment agents may be allowed for one template or for all', () => {
    const agent = { ObjectIdentifier: 'g1', ObjectType: 'Group' };
    const restriction = (fields: object) => ({ AccessType: 'AccessAllowedCallback', Agent: agent, ...fields });
    const authority = {
      EnabledCertTemplates: [template('t1'), template('t2')],
      CARegistryData: {
        EnrollmentAgentRestrictions: {
          Collected: true,
          Restrictions: [
            restriction({ Template: template('t9'), AllTemplates: false }),
            restriction({ Template: null, AllTemplates: true }),
            restriction({ Template: template('t8'), AccessType: 'AccessDeniedCallback' }),
          ],
        },
      },
    };
    expect(edgesOf(authority).slice(2)).toEqual(
      ['T9', 'T1', 'T2'].map((id) => `G1:Group+Base -DelegatedEnrollmentAgent-> ${id}:CertTemplate+Base`),
    );
    expect(propertiesOf(authority)).toEqual({ hasenrollmentagentrestrictions: true });
  });

  it('flags of the registry and web enrolment become properties where they were collected', () => {
    expect(
      propertiesOf({
        CARegistryData: {
          EnrollmentAgentRestrictions: { Collected: true, Restrictions: [] },
          IsUserSpecifiesSanEnabled: { Collected: true, Value: false },
          RoleSeparationEnabled: { Collected: false, Value: true },
        },
        HttpEnrollmentEndpoints: [
          endpoint('http://ca/certsrv', true, false, false),
          endpoint('https://ca/certsrv', false, true, false),
          endpoint('https://ca/ces', false, true, true),
        ],
      }),
    ).toEqual({
      hasenrollmentagentrestrictions: false,
      isuserspecifiessanenabled: false,
      httpenrollmentendpoints: ['http://ca/certsrv'],
      httpsenrollmentendpoints: ['https://ca/certsrv'],
      hasvulnerableendpoint: true,
    });
  });

  it('names the extensions that the authority leaves out of certificates', () => {
    const oids = ['1.3.6.1.4.1.311.25.2'];
    const read = { disabledextensionscollected: true, disabledextensions: oids };
    expect(extensionProperties({ Collected: true, FailureReason: null, Data: oids })).toEqual(read);
    expect(extensionProperties({ Collected: true, FailureReason: null, Value: oids })).toEqual(read);
    expect(extensionProperties({ Collected: true, Data: [] })).toEqual({ ...read, disabledextensions: [] });
    expect(extensionProperties({ Collected: false, Data: oids })).toEqual({ disabledextensionscollected: false });
    expect(extensionProperties(null)).toEqual({});
  });
});

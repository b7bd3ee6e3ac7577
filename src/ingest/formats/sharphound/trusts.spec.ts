import { describe, expect, it } from '@jest/globals';
import { converted } from '../../records/converted.fixture.js';
import { converterOf } from './sharphound-types.fixture.js';

const convertDomain = converterOf('domains');

const trust = (fields: object) =>
  converted(convertDomain, {
    ObjectIdentifier: 'D1',
    Trusts: [
      {
        TargetDomainSid: 'd2',
        TargetDomainName: 'oak.local',
        IsTransitive: true,
        SidFilteringEnabled: true,
        TrustType: 'ParentChild',
        TrustDirection: 'Bidirectional',
        ...fields,
      },
    ],
  });

const [d1, d2] = ['D1:Domain+Base', 'D2:Domain+Base'];

describe('trusts', () => {
  it('name the other domain without describing it', () => {
    expect(trust({ TrustDirection: 'Disabled' })).toMatchObject({
      nodes: [{}, { objectid: 'D2', kinds: ['Domain', 'Base'], properties: { name: 'OAK.LOCAL' }, described: false }],
      edges: [],
      faults: [],
    });
  });

  it.each(['ParentChild', 'TreeRoot', 'CrossLink', 0, 5, '1'])('of type %j stay within the forest', (TrustType) => {
    expect(trust({ TrustType, TrustDirection: 'Outbound' }).edges.map((edge) => edge.split(' ')[1])).toEqual([
      '-SameForestTrust->',
    ]);
  });

  it('in both directions are two edges, each from who trusts', () => {
    expect(trust({ TrustAttributes: '32', TGTDelegationEnabled: true }).edges).toEqual([
      `${d2} -SameForestTrust-> ${d1} {"trusttype":"ParentChild","transitive":true,"trustattributesinbound":32,"tgtdelegation":true}`,
      `${d1} -SameForestTrust-> ${d2} {"trusttype":"ParentChild","transitive":true,"trustattributesoutbound":32,"spoofsidhistoryblocked":true}`,
    ]);
  });

  it('between forests open a way where identities are not filtered or tickets are delegated', () => {
    expect(trust({ TrustType: 'Forest', TrustDirection: 2, SidFilteringEnabled: false }).edges).toEqual([
      `${d1} -CrossForestTrust-> ${d2} {"trusttype":"Forest","transitive":true,"spoofsidhistoryblocked":false}`,
      `${d2} -SpoofSIDHistory-> ${d1}`,
    ]);
    expect(trust({ TrustType: 'External', TrustDirection: 'inbound', TGTDelegationEnabled: true }).edges).toEqual([
      `${d2} -CrossForestTrust-> ${d1} {"trusttype":"External","transitive":true}`,
      `${d2} -AbuseTGTDelegation-> ${d1}`,
    ]);
  });

  it('without a target or a direction are faults', () => {
    expect(trust({ TargetDomainSid: null }).faults).toEqual([
      'Trusts[0].TargetDomainSid: is missing or empty; the trust is left out',
    ]);
    expect(trust({ TrustDirection: 'Sideways' })).toMatchObject({
      edges: [],
      faults: ['Trusts[0].TrustDirection: expected one of Disabled, Inbound, Outbound, Bidirectional'],
    });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { kindNames } from '../../../graph/kinds/kind-catalogue.js';
import { edge } from '../../../graph/graph-records.fixture.js';
import { ad, TestAnalysis } from '../../analysis.fixture.js';
import { deriveFromProperties } from '../directory/property-rules.js';

describe('certificate authorities', () => {
  let analysis: TestAnalysis;

  beforeAll(async () => {
    analysis = await TestAnalysis.open();
  });
  beforeEach(() => analysis.clear());
  afterAll(() => analysis.test.drop());

  const estate = [
    ad('D', 'Domain'),
    ad('OTHER', 'Domain'),
    ad('HOST', 'Computer', { enabled: true }),
    ad('DISABLED', 'Computer', { enabled: false }),
    ad('UNKNOWN', 'Computer'),
    ad('ROOT', 'RootCA', { certthumbprint: 'R', certchain: ['R'] }),
    ad('ISSUING', 'EnterpriseCA', { certthumbprint: 'E', certchain: ['E', 'R'] }),
    ad('LONE', 'EnterpriseCA', { certthumbprint: 'L', certchain: ['L', 'GONE'] }),
    ad('STORE', 'NTAuthStore', { certthumbprints: ['E', 'L', 'GONE'] }),
    edge('HOST', 'HostsCAService', 'ISSUING'),
    edge('HOST', 'HostsCAService', 'LONE'),
    edge('DISABLED', 'HostsCAService', 'ISSUING'),
    edge('UNKNOWN', 'HostsCAService', 'ISSUING'),
    edge('ROOT', 'RootCAFor', 'D'),
    edge('ROOT', 'RootCAFor', 'OTHER'),
    edge('STORE', 'NTAuthStoreFor', 'D'),
  ];

  it('are chained by their thumbprints, and their enabled hosts forge for domains that trust root and issuer', async () => {
    expect(await analysis.derive(...estate)).toEqual([
      'HOST GoldenCert D',
      'ISSUING IssuedSignedBy ROOT',
      'ISSUING TrustedForNTAuth STORE',
      'LONE TrustedForNTAuth STORE',
    ]);
  });

  it('are linked up to a limit of edges, and the kinds that exceed it are reported', async () => {
    await analysis.load(...estate);
    const linked = (maxEdges: number) =>
      analysis.test.database.transaction(async (tx) => {
        const kinds: (string | undefined)[] = [];
        const exceeding = await deriveFromProperties(
          tx,
          { withNewer: false },
          (_, kind) => kinds.push(kindNames.get(kind)),
          maxEdges,
        );
        return { kinds, exceeding: exceeding.map((kind) => kindNames.get(kind)) };
      });
    expect(await linked(2)).toEqual({
      kinds: ['TrustedForNTAuth', 'TrustedForNTAuth', 'IssuedSignedBy'],
      exceeding: [],
    });
    expect(await linked(1)).toEqual({ kinds: ['TrustedForNTAuth', 'IssuedSignedBy'], exceeding: ['TrustedForNTAuth'] });
  });

  it('are their own root where both carry one certificate', async () => {
    const derived = await analysis.derive(
      ...estate,
      ad('SELF', 'EnterpriseCA', { certthumbprint: 'R', certchain: ['R'] }),
    );
    expect(derived).toContain('SELF EnterpriseCAFor ROOT');
  });

  it('are linked to the roots and intermediate authorities with their certificate', async () => {
    const derived = await analysis.derive(
      ad('CA', 'EnterpriseCA', { certthumbprint: 'E' }),
      ad('AIA', 'AIACA', { certthumbprint: 'E' }),
      ad('OTHER', 'AIACA', { certthumbprint: 'F' }),
      ad('BARE', 'EnterpriseCA', { certthumbprint: '' }),
      ad('EMPTY', 'AIACA', { certthumbprint: '' }),
    );
    expect(derived).toEqual(['CA EnterpriseCAFor AIA']);
  });

  it('take a template for extended by the policy of its domain that it names', async () => {
    const derived = await analysis.derive(
      ad('TEMPLATE', 'CertTemplate', { certificatepolicy: ['1.2.3', '1.2.4'], domainsid: 'D' }),
      ad('POLICY', 'IssuancePolicy', { certtemplateoid: '1.2.3', domainsid: 'D' }),
      ad('FOREIGN', 'IssuancePolicy', { certtemplateoid: '1.2.3', domainsid: 'OTHER' }),
      ad('UNUSED', 'IssuancePolicy', { certtemplateoid: '1.2.5', domainsid: 'D' }),
    );
    expect(derived).toEqual(['TEMPLATE ExtendedByPolicy POLICY']);
  });
});

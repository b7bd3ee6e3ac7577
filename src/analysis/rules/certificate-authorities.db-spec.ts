import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { edge } from '../../graph/graph-records.fixture.js';
import { ad, AnalysisBench } from '../analysis-bench.fixture.js';

describe('certificate authorities', () => {
  let bench: AnalysisBench;

  beforeAll(async () => {
    bench = await AnalysisBench.open();
  });
  beforeEach(() => bench.clear());
  afterAll(() => bench.test.drop());

  const estate = [
    ad('D', 'Domain'),
    ad('OTHER', 'Domain'),
    ad('HOST', 'Computer'),
    ad('ROOT', 'RootCA', { certthumbprint: 'R', certchain: ['R'] }),
    ad('ISSUING', 'EnterpriseCA', { certthumbprint: 'E', certchain: ['E', 'R'] }),
    ad('LONE', 'EnterpriseCA', { certthumbprint: 'L', certchain: ['L', 'GONE'] }),
    ad('STORE', 'NTAuthStore', { certthumbprints: ['E', 'L', 'GONE'] }),
    edge('HOST', 'HostsCAService', 'ISSUING'),
    edge('HOST', 'HostsCAService', 'LONE'),
    edge('ROOT', 'RootCAFor', 'D'),
    edge('ROOT', 'RootCAFor', 'OTHER'),
    edge('STORE', 'NTAuthStoreFor', 'D'),
  ];

  it('are chained by their thumbprints, and their hosts forge for domains that trust root and issuer', async () => {
    expect(await bench.derive(...estate)).toEqual([
      'HOST GoldenCert D',
      'ISSUING IssuedSignedBy ROOT',
      'ISSUING TrustedForNTAuth STORE',
      'LONE TrustedForNTAuth STORE',
    ]);
  });

  it('are their own root where both carry one certificate', async () => {
    const derived = await bench.derive(
      ...estate,
      ad('SELF', 'EnterpriseCA', { certthumbprint: 'R', certchain: ['R'] }),
    );
    expect(derived).toContain('SELF EnterpriseCAFor ROOT');
  });

  it('take a template for extended by the policy of its domain that it names', async () => {
    const derived = await bench.derive(
      ad('TEMPLATE', 'CertTemplate', { certificatepolicy: ['1.2.3', '1.2.4'], domainsid: 'D' }),
      ad('POLICY', 'IssuancePolicy', { certtemplateoid: '1.2.3', domainsid: 'D' }),
      ad('FOREIGN', 'IssuancePolicy', { certtemplateoid: '1.2.3', domainsid: 'OTHER' }),
      ad('UNUSED', 'IssuancePolicy', { certtemplateoid: '1.2.5', domainsid: 'D' }),
    );
    expect(derived).toEqual(['TEMPLATE ExtendedByPolicy POLICY']);
  });
});

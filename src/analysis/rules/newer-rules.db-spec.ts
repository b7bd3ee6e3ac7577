import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { edge, type RecordPart } from '../../graph/graph-records.fixture.js';
import type { Properties } from '../../graph/records.js';
import { ad, az, local, TestAnalysis } from '../analysis.fixture.js';
import { newerKinds } from '../facts/rule-settings.js';
import { kindNames } from '../../graph/kinds/kind-catalogue.js';

const domain = ad('S-1', 'Domain', { name: 'X', collected: true, domainsid: 'S-1' });
const names = [...newerKinds].map((kind) => kindNames.get(kind) ?? '');

const roastable: readonly RecordPart[] = [
  domain,
  ad('S-2', 'Domain', { name: 'Y', domainsid: 'S-2' }),
  ad('Y-S-1-5-11', 'Group', { domainsid: 'S-2' }),
  ad('S-2-7', 'User', { domainsid: 'S-2', hasspn: true, enabled: true }),
  ...Object.entries<Properties>({
    PLAIN: {},
    GMSA: { gmsa: true },
    MSA: { msa: true },
    'S-1-502': {},
    DISABLED: { enabled: false },
    'WITHOUT NAME': { hasspn: false },
  }).map(([id, properties]) => local(id, 'User', { hasspn: true, enabled: true, ...properties })),
];

const certificates = (template: Properties): readonly RecordPart[] => [
  domain,
  local('ROOT', 'RootCA', { certthumbprint: 'R', certchain: ['R'] }),
  local('STORE', 'NTAuthStore', { certthumbprints: ['E'] }),
  local('HOST', 'Computer', { enabled: true }),
  local('CA', 'EnterpriseCA', {
    certthumbprint: 'E',
    certchain: ['E', 'R'],
    isuserspecifiessanenabledcollected: true,
    isuserspecifiessanenabled: true,
    disabledextensionscollected: true,
    disabledextensions: ['1.3.6.1.4.1.311.25.2'],
  }),
  local('T', 'CertTemplate', {
    requiresmanagerapproval: false,
    authenticationenabled: true,
    subjectaltrequiredns: false,
    subjectaltrequiredomaindns: false,
    ...template,
  }),
  local('ANN', 'User'),
  edge('ROOT', 'RootCAFor', 'S-1'),
  edge('STORE', 'NTAuthStoreFor', 'S-1'),
  edge('HOST', 'HostsCAService', 'CA'),
  edge('T', 'PublishedTo', 'CA'),
  edge('ANN', 'Enroll', 'T'),
  edge('ANN', 'Enroll', 'CA'),
];

const synchronized: readonly RecordPart[] = [
  az('2F9A0000', 'AZUser'),
  az('3F9A0000', 'AZGroup'),
  local('USER', 'User', { aadobjectid: '2f9a0000' }),
  local('GROUP', 'Group', { aadobjectid: '3f9a0000' }),
  local('OTHER', 'Group', { aadobjectid: '2F9A0000' }),
];

describe('rules that only the sources of the reference product have', () => {
  let analysis: TestAnalysis;

  beforeAll(async () => {
    analysis = await TestAnalysis.open();
  });
  beforeEach(() => analysis.clear());
  afterAll(() => analysis.test.drop());

  const derive = async (rules: string, records: readonly RecordPart[]) => {
    await analysis.load(...records);
    const { skipped } = await analysis.run({ RULES: rules });
    const derived = await analysis.derived();
    return {
      derived: derived.filter((line) => names.some((name) => line.includes(` ${name} `))),
      skipped: skipped.filter(({ kind }) => names.includes(kind)),
    };
  };

  it('find ADCSESC16 by templates of version 1, or of a later one without signatures', async () => {
    const found = { derived: ['ANN ADCSESC16 S-1'], skipped: [] };
    expect(await derive('all', certificates({ schemaversion: 1 }))).toEqual(found);
    await analysis.clear();
    expect(await derive('all', certificates({ schemaversion: 2, authorizedsignatures: 0 }))).toEqual(found);
    await analysis.clear();
    const nothing = { derived: [], skipped: [] };
    expect(await derive('all', certificates({ schemaversion: 2, authorizedsignatures: 1 }))).toEqual(nothing);
  });

  it('find users whose password can be guessed by tickets: no managed account, not krbtgt', async () => {
    expect(await derive('all', roastable)).toEqual({ derived: ['X-S-1-5-11 Kerberoastable PLAIN'], skipped: [] });
  });

  it('find users and groups that a managed domain has from the cloud', async () => {
    expect((await derive('all', synchronized)).derived).toEqual([
      '2F9A0000 SyncedToEntraDSUser USER',
      '3F9A0000 SyncedToEntraDSGroup GROUP',
    ]);
  });

  it('find nothing by default, and take back what they found', async () => {
    const all = [...roastable, ...certificates({}), ...synchronized];
    expect((await derive('all', all)).derived).toHaveLength(3);
    expect(await derive('released', [])).toEqual({ derived: [], skipped: [] });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { edge } from '../../../graph/graph-records.fixture.js';
import { ad, TestAnalysis } from '../../analysis.fixture.js';

describe('rights by replication', () => {
  let analysis: TestAnalysis;

  beforeAll(async () => {
    analysis = await TestAnalysis.open();
  });
  beforeEach(() => analysis.clear());
  afterAll(() => analysis.test.drop());

  const users = ['U1', 'U2', 'U3', 'U4'].map((id) => ad(id, 'User'));
  const grants = [
    ad('G', 'Group'),
    edge('G', 'GetChanges', 'D'),
    edge('U1', 'MemberOf', 'G'),
    edge('U2', 'MemberOf', 'G'),
    edge('U3', 'GetChangesAll', 'D'),
    edge('U1', 'GetChangesAll', 'D'),
    edge('U2', 'GetChangesInFilteredSet', 'D'),
    edge('U4', 'GetChanges', 'D'),
    edge('U4', 'GetChangesAll', 'D'),
  ];

  it('needs both rights on the domain, each held directly or by membership', async () => {
    const derived = await analysis.derive(...users, ad('D', 'Domain', { collected: true }), ...grants);
    expect(derived).toEqual(['U1 DCSync D', 'U4 DCSync D']);
  });

  it('gives a group that holds both rights DCSync, and its members none', async () => {
    const derived = await analysis.derive(
      ...users,
      ad('D', 'Domain', { collected: true }),
      ...grants,
      edge('G', 'GetChangesAll', 'D'),
    );
    expect(derived).toEqual(['G DCSync D', 'U4 DCSync D']);
  });

  it('leaves domains alone that were not collected', async () => {
    expect(await analysis.derive(...users, ad('D', 'Domain'), ...grants)).toEqual([]);
  });

  it('gives passwords of local administrators of the computers of the domain that keep them in the directory', async () => {
    const derived = await analysis.derive(
      ...users,
      ad('D', 'Domain', { collected: true }),
      ad('C1', 'Computer', { haslaps: true, domainsid: 'D' }),
      ad('C2', 'Computer', { haslaps: false, domainsid: 'D' }),
      ad('C3', 'Computer', { haslaps: true, domainsid: 'OTHER' }),
      ...grants,
    );
    expect(derived).toEqual(['U1 DCSync D', 'U2 SyncLAPSPassword C1', 'U4 DCSync D']);
  });
});

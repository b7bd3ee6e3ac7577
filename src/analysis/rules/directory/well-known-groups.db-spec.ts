import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Properties } from '../../../graph/records.js';
import { edge, known } from '../../../graph/graph-records.fixture.js';
import { ad, TestAnalysis } from '../../analysis.fixture.js';

/** Sorted as PostgreSQL returns them. */
const specialIdentities = [
  ['S-1-18-1', 'AUTHENTICATION AUTHORITY ASSERTED IDENTITY'],
  ['S-1-18-4', 'KEY TRUST IDENTITY'],
  ['S-1-18-5', 'MFA KEY PROPERTY'],
  ['S-1-5-15', 'THIS ORGANIZATION'],
  ['S-1-5-2', 'NETWORK'],
  ['S-1-5-64-10', 'NTLM AUTHENTICATION'],
  ['S-1-5-64-14', 'SCHANNEL AUTHENTICATION'],
  ['S-1-5-65-1', 'THIS ORGANIZATION CERTIFICATE'],
] as const;

function byObjectId(one: { readonly objectid: string }, other: { readonly objectid: string }): number {
  return one.objectid < other.objectid ? -1 : 1;
}

describe('well-known groups', () => {
  let analysis: TestAnalysis;

  beforeAll(async () => {
    analysis = await TestAnalysis.open();
  });
  beforeEach(() => analysis.clear());
  afterAll(() => analysis.test.drop());

  const nodes = () =>
    analysis.test.database.query(
      `SELECT objectid, n.name, k.name AS kind, environment FROM node n JOIN kind k ON k.id = n.kind ORDER BY objectid`,
    );
  const domain = ad('S-1', 'Domain', { name: 'X.LOCAL', domainsid: 'S-1', collected: true });

  it('are made and linked for every collected domain', async () => {
    expect(await analysis.derive(domain, ad('S-2', 'Domain', { name: 'Y.LOCAL' }))).toEqual([
      'S-1-513 MemberOf X.LOCAL-S-1-5-11',
      'S-1-515 MemberOf X.LOCAL-S-1-5-11',
      ...specialIdentities.map(([suffix]) => `X.LOCAL-S-1-1-0 ClaimSpecialIdentity X.LOCAL-${suffix}`),
      'X.LOCAL-S-1-5-11 MemberOf X.LOCAL-S-1-1-0',
    ]);
    const groups = specialIdentities.map(([suffix, name]) => ({
      objectid: `X.LOCAL-${suffix}`,
      name: `${name}@X.LOCAL`,
      kind: 'Group',
      environment: 'S-1',
    }));
    expect(await nodes()).toEqual(
      [
        { objectid: 'S-1', name: 'X.LOCAL', kind: 'Domain', environment: 'S-1' },
        { objectid: 'S-1-513', name: 'DOMAIN USERS@X.LOCAL', kind: 'Group', environment: 'S-1' },
        { objectid: 'S-1-515', name: 'DOMAIN COMPUTERS@X.LOCAL', kind: 'Group', environment: 'S-1' },
        { objectid: 'S-2', name: 'Y.LOCAL', kind: 'Domain', environment: null },
        { objectid: 'X.LOCAL-S-1-1-0', name: 'EVERYONE@X.LOCAL', kind: 'Group', environment: 'S-1' },
        { objectid: 'X.LOCAL-S-1-5-11', name: 'AUTHENTICATED USERS@X.LOCAL', kind: 'Group', environment: 'S-1' },
        ...groups,
      ].toSorted(byObjectId),
    );
  });

  async function edgesOfGuest(guest: string, properties: Properties): Promise<string[]> {
    const derived = await analysis.derive(domain, ad(guest, 'User', properties));
    return derived.filter((it) => it.split(' ').includes(guest));
  }

  it('let Everyone be Guest, which is a member of it, if its account is enabled', async () => {
    expect(await edgesOfGuest('S-1-501', { enabled: true })).toEqual([
      'S-1-501 MemberOf X.LOCAL-S-1-1-0',
      'X.LOCAL-S-1-1-0 ClaimSpecialIdentity S-1-501',
    ]);
    expect(await edgesOfGuest('S-1-501', { enabled: false })).toEqual(['S-1-501 MemberOf X.LOCAL-S-1-1-0']);
    expect(await edgesOfGuest('S-1-1501', { enabled: true })).toEqual([]);
  });

  it('keep the name that a source gave', async () => {
    await analysis.derive(
      domain,
      ad('S-1-513', 'Group', { name: 'DOMAIN USERS@OWN' }),
      edge('U', 'MemberOf', 'S-1-515'),
    );
    expect(await nodes()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ objectid: 'S-1-513', name: 'DOMAIN USERS@OWN' }),
        expect.objectContaining({ objectid: 'S-1-515', name: 'DOMAIN COMPUTERS@X.LOCAL', kind: 'Group' }),
      ]),
    );
  });

  it('carry rights granted to them to everyone at once, in the first run', async () => {
    const derived = await analysis.derive(
      domain,
      ad('U', 'User'),
      edge('U', 'MemberOf', 'S-1-513'),
      edge('X.LOCAL-S-1-1-0', 'GetChanges', 'S-1'),
      edge('U', 'GetChangesAll', 'S-1'),
    );
    expect(derived).toContain('U DCSync S-1');
  });

  it('get their kind, and mentioned nodes of a domain a name', async () => {
    await analysis.load(
      domain,
      edge(known('S-1-512', 'Base'), 'Owns', known('S-1-1104', 'Base')),
      edge('S-9-1', 'Owns', 'S-1'),
    );
    await analysis.run();
    expect(await nodes()).toEqual(
      expect.arrayContaining([
        { objectid: 'S-1-1104', name: '(X.LOCAL) S-1-1104', kind: 'Base', environment: 'S-1' },
        { objectid: 'S-1-512', name: '(X.LOCAL) S-1-512', kind: 'Group', environment: 'S-1' },
        { objectid: 'S-9-1', name: 'S-9-1', kind: 'Base', environment: null },
      ]),
    );
  });
});

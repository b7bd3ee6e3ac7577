import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { described, edge, known } from '../graph-records.fixture.js';
import { type NamedCriteria, noFaults, RemovalBench } from './removal-bench.fixture.js';

describe('GraphRemoval', () => {
  let bench: RemovalBench;

  beforeAll(async () => {
    bench = await RemovalBench.open();
  });
  afterAll(() => bench.test.drop());
  beforeEach(() => bench.clear());

  const estate = [
    described('S-1', ['Domain', 'Base'], { domainsid: 'S-1', name: 'BIRCH' }),
    described('U', ['User', 'Base'], { domainsid: 'S-1' }),
    described('G', ['Group', 'Base'], { domainsid: 'S-1' }),
    described('C', ['Computer', 'Base'], { domainsid: 'S-1' }),
    described('T', ['AZTenant', 'AZBase'], { tenantid: 'T' }),
    described('A', ['AZUser', 'AZBase'], { tenantid: 'T' }),
    described('R', ['Repo', 'ACME'], {}),
    edge('U', 'MemberOf', 'G', { since: 'May' }),
    edge('G', 'AdminTo', 'C'),
    edge(known('A'), 'SyncedToADUser', 'U'),
    edge(known('U', 'ACME'), 'Pushes', known('R')),
  ];

  it('removes a source with every edge of its nodes, and says how much of each kind', async () => {
    const { version } = await bench.load(...estate);
    const removed = await bench.remove({ source: 'Base' });
    expect(removed).toEqual({
      nodes: { Computer: 1, Domain: 1, Group: 1, User: 1 },
      edges: { AdminTo: 1, MemberOf: 1, Pushes: 1, SyncedToADUser: 1 },
      versionBefore: version,
      versionAfter: version + 1,
    });
    const { nodes, edges } = await bench.stored();
    expect([nodes.map(({ objectid }) => objectid), edges]).toEqual([['A', 'R', 'T'], []]);
    expect(await bench.faults()).toEqual(noFaults);
  });

  it('removes a source that a file brought along, but no node of a directory that it mentions', async () => {
    await bench.load(...estate);
    expect(await bench.remove({ source: 'ACME' })).toMatchObject({ nodes: { Repo: 1 }, edges: { Pushes: 1 } });
    expect(await bench.nodes()).toContain('U');
  });

  it('removes edges of a kind and leaves their nodes', async () => {
    await bench.load(...estate);
    expect(await bench.remove({ kinds: ['MemberOf', 'AdminTo'] })).toMatchObject({
      nodes: {},
      edges: { AdminTo: 1, MemberOf: 1 },
    });
    expect((await bench.stored()).nodes).toHaveLength(7);
    expect(await bench.faults()).toEqual(noFaults);
  });

  it('removes nodes and edges of several kinds', async () => {
    await bench.load(...estate);
    expect(await bench.remove({ kinds: ['Computer', 'SyncedToADUser'] })).toMatchObject({
      nodes: { Computer: 1 },
      edges: { AdminTo: 1, SyncedToADUser: 1 },
    });
  });

  it('removes what all criteria fit', async () => {
    await bench.load(...estate);
    expect(await bench.remove({ source: 'Base', kinds: ['User', 'AZUser'] })).toMatchObject({ nodes: { User: 1 } });
    expect(await bench.remove({ source: 'AZBase', kinds: ['AdminTo'] })).toMatchObject({ nodes: {}, edges: {} });
    expect(await bench.remove({ environment: 'S-1', kinds: ['AdminTo'] })).toMatchObject({
      nodes: {},
      edges: { AdminTo: 1 },
    });
  });

  it('removes a tenant and all that belongs to it', async () => {
    await bench.load(...estate);
    expect(await bench.remove({ environment: 'T' })).toMatchObject({
      nodes: { AZTenant: 1, AZUser: 1 },
      edges: { SyncedToADUser: 1 },
    });
  });

  it('removes nodes that were last seen before a day', async () => {
    await bench.load(...estate);
    bench.clock.set('2026-10-03T00:00:00Z');
    await bench.load(described('U', ['User', 'Base']), edge('U', 'MemberOf', 'G'));
    expect((await bench.remove({ notSeenSince: '2026-10-01' })).nodes).toEqual({});
    expect((await bench.remove({ notSeenSince: '2026-10-03', source: 'Base' })).nodes).toEqual({
      Computer: 1,
      Domain: 1,
    });
    expect(await bench.nodes()).toEqual(['A', 'G', 'R', 'T', 'U']);
  });

  it('removes edges that nobody has stated since a day, also those of lists', async () => {
    const members = () =>
      bench.loadList('G', { of: 'incoming', kind: 'MemberOf' }, ...['U', 'V'].map((id) => edge(id, 'MemberOf', 'G')));
    await members();
    await bench.load(edge('U', 'AdminTo', 'C'), edge('V', 'AdminTo', 'C'));
    bench.clock.set('2026-10-05T12:00:00Z');
    await bench.load(edge('U', 'AdminTo', 'C'), described('V', ['User', 'Base']));
    expect((await bench.preview({ notSeenSince: '2026-10-05' })).edges).toEqual({
      AdminTo: 1,
      MemberOf: 2,
    });
    await members();
    expect((await bench.remove({ notSeenSince: '2026-10-05', kinds: ['MemberOf'] })).edges).toEqual({});
    expect(await bench.remove({ notSeenSince: '2026-10-05' })).toMatchObject({ nodes: {}, edges: { AdminTo: 1 } });
    expect((await bench.stored()).edges.map(({ source, kind }) => `${source} ${kind}`)).toEqual([
      'U AdminTo',
      'U MemberOf',
      'V MemberOf',
    ]);
    expect(await bench.faults()).toEqual(noFaults);
  });

  it.each([
    [{ source: 'ACME' }, 0],
    [{ source: 'Base' }, 1],
    [{ notSeenSince: '2026-10-01' }, 1],
    [{ notSeenSince: '2026-10-02' }, 0],
    [{ kinds: ['Pushes'] }, 1],
    [{}, 0],
  ] as [NamedCriteria, number][])('forgets with %j what waits for a node', async (criteria, left) => {
    const missing = { match: [{ key: 'name', value: 'NOT THERE' }] };
    await bench.load(...estate, edge(known('R', 'ACME'), 'Pushes', missing));
    await bench.remove(criteria);
    expect(await bench.test.database.query('SELECT FROM pending_edge')).toHaveLength(left);
  });

  it('makes no version where nothing fits', async () => {
    const { version } = await bench.load(...estate);
    expect(await bench.remove({ environment: 'ELSEWHERE' })).toEqual({
      nodes: {},
      edges: {},
      versionBefore: version,
      versionAfter: version,
    });
  });

  it('removes everything', async () => {
    await bench.load(...estate);
    await bench.remove({});
    expect(await bench.stored()).toEqual({ nodes: [], edges: [] });
    expect(await bench.faults()).toEqual(noFaults);
  });

  it('lets all that was removed come again', async () => {
    await bench.load(...estate);
    const before = await bench.stored();
    await bench.remove({ kinds: ['Group', 'SyncedToADUser'] });
    await bench.load(...estate);
    expect(await bench.stored()).toEqual(before);
  });

  it('removes nothing where what belongs to it fails', async () => {
    await bench.load(...estate);
    const before = await bench.stored();
    await expect(bench.removal.remove({}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await bench.stored()).toEqual(before);
    expect(await bench.faults()).toEqual(noFaults);
  });

  it('tells what it would remove without a change, while others write', async () => {
    const { version } = await bench.load(...estate);
    const before = await bench.stored();
    const preview = await bench.test.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(7268001)');
      return bench.preview({ source: 'AZBase' });
    });
    expect(preview).toEqual({
      nodes: { AZTenant: 1, AZUser: 1 },
      edges: { SyncedToADUser: 1 },
      versionBefore: version,
      versionAfter: version,
    });
    expect(await bench.stored()).toEqual(before);
  });
});

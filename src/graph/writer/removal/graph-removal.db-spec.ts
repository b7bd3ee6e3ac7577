import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { described, edge, known } from '../../graph-records.fixture.js';
import { type NamedCriteria, TestGraphRemoval } from './graph-removal.fixture.js';

describe('GraphRemoval', () => {
  let graph: TestGraphRemoval;

  beforeAll(async () => {
    graph = await TestGraphRemoval.open();
  });
  afterAll(() => graph.test.drop());
  beforeEach(() => graph.clear());

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
    const { version } = await graph.load(...estate);
    const removed = await graph.remove({ source: 'Base' });
    expect(removed).toEqual({
      nodes: { Computer: 1, Domain: 1, Group: 1, User: 1 },
      edges: { AdminTo: 1, MemberOf: 1, Pushes: 1, SyncedToADUser: 1 },
      versionBefore: version,
      versionAfter: version + 1,
    });
    const { nodes, edges } = await graph.stored();
    expect([nodes.map(({ objectid }) => objectid), edges]).toEqual([['A', 'R', 'T'], []]);
  });

  it('removes a source of a file, but no node of a directory that it mentions', async () => {
    await graph.load(...estate);
    expect(await graph.remove({ source: 'ACME' })).toMatchObject({ nodes: { Repo: 1 }, edges: { Pushes: 1 } });
    expect(await graph.nodes()).toContain('U');
  });

  it('removes edges of a kind and leaves their nodes', async () => {
    await graph.load(...estate);
    expect(await graph.remove({ kinds: ['MemberOf', 'AdminTo'] })).toMatchObject({
      nodes: {},
      edges: { AdminTo: 1, MemberOf: 1 },
    });
    expect((await graph.stored()).nodes).toHaveLength(7);
  });

  it('removes nodes and edges of several kinds', async () => {
    await graph.load(...estate);
    expect(await graph.remove({ kinds: ['Computer', 'SyncedToADUser'] })).toMatchObject({
      nodes: { Computer: 1 },
      edges: { AdminTo: 1, SyncedToADUser: 1 },
    });
  });

  it('removes nodes that match all criteria', async () => {
    await graph.load(...estate);
    expect(await graph.remove({ source: 'Base', kinds: ['User', 'AZUser'] })).toMatchObject({ nodes: { User: 1 } });
    expect(await graph.remove({ source: 'AZBase', kinds: ['AdminTo'] })).toMatchObject({ nodes: {}, edges: {} });
    expect(await graph.remove({ environment: 'S-1', kinds: ['AdminTo'] })).toMatchObject({
      nodes: {},
      edges: { AdminTo: 1 },
    });
  });

  it('removes a tenant and all that belongs to it', async () => {
    await graph.load(...estate);
    expect(await graph.remove({ environment: 'T' })).toMatchObject({
      nodes: { AZTenant: 1, AZUser: 1 },
      edges: { SyncedToADUser: 1 },
    });
  });

  it('removes nodes that were last seen before a day', async () => {
    await graph.load(...estate);
    graph.clock.set('2026-10-03T00:00:00Z');
    await graph.load(described('U', ['User', 'Base']), edge('U', 'MemberOf', 'G'));
    expect((await graph.remove({ notSeenSince: '2026-10-01' })).nodes).toEqual({});
    expect((await graph.remove({ notSeenSince: '2026-10-03', source: 'Base' })).nodes).toEqual({
      Computer: 1,
      Domain: 1,
    });
    expect(await graph.nodes()).toEqual(['A', 'G', 'R', 'T', 'U']);
  });

  it('removes edges that no source has stated since a day, also those of whole lists', async () => {
    const members = () =>
      graph.loadList('G', { of: 'incoming', kind: 'MemberOf' }, ...['U', 'V'].map((id) => edge(id, 'MemberOf', 'G')));
    await members();
    await graph.load(edge('U', 'AdminTo', 'C'), edge('V', 'AdminTo', 'C'));
    graph.clock.set('2026-10-05T12:00:00Z');
    await graph.load(edge('U', 'AdminTo', 'C'), described('V', ['User', 'Base']));
    expect((await graph.preview({ notSeenSince: '2026-10-05' })).edges).toEqual({
      AdminTo: 1,
      MemberOf: 2,
    });
    await members();
    expect((await graph.remove({ notSeenSince: '2026-10-05', kinds: ['MemberOf'] })).edges).toEqual({});
    expect(await graph.remove({ notSeenSince: '2026-10-05' })).toMatchObject({ nodes: {}, edges: { AdminTo: 1 } });
    expect((await graph.stored()).edges.map(({ source, kind }) => `${source} ${kind}`)).toEqual([
      'U AdminTo',
      'U MemberOf',
      'V MemberOf',
    ]);
  });

  it.each([
    [{ source: 'ACME' }, 0],
    [{ source: 'Base' }, 1],
    [{ notSeenSince: '2026-10-01' }, 1],
    [{ notSeenSince: '2026-10-02' }, 0],
    [{ kinds: ['Pushes'] }, 0],
    [{ kinds: ['Pushes'], notSeenSince: '2026-10-01' }, 1],
    [{ kinds: ['MemberOf'] }, 1],
    [{}, 0],
  ] as [NamedCriteria, number][])('forgets with %j what waits for a node', async (criteria, left) => {
    const missing = { match: [{ key: 'name', value: 'NOT THERE' }] };
    await graph.load(...estate, edge(known('R', 'ACME'), 'Pushes', missing));
    await graph.remove(criteria);
    expect(await graph.test.database.query('SELECT FROM open_edge')).toHaveLength(left);
  });

  it('makes no version if nothing matches', async () => {
    const { version } = await graph.load(...estate);
    expect(await graph.remove({ environment: 'ELSEWHERE' })).toEqual({
      nodes: {},
      edges: {},
      versionBefore: version,
      versionAfter: version,
    });
  });

  it('removes everything', async () => {
    await graph.load(...estate);
    await graph.remove({});
    expect(await graph.stored()).toEqual({ nodes: [], edges: [] });
  });

  it('loads again what was removed', async () => {
    await graph.load(...estate);
    const before = await graph.stored();
    await graph.remove({ kinds: ['Group', 'SyncedToADUser'] });
    await graph.load(...estate);
    expect(await graph.stored()).toEqual(before);
  });

  it('removes nothing if further work of the transaction fails', async () => {
    await graph.load(...estate);
    const before = await graph.stored();
    await expect(graph.removal.remove({}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await graph.stored()).toEqual(before);
  });

  it('previews a removal without a change, while others write', async () => {
    const { version } = await graph.load(...estate);
    const before = await graph.stored();
    const preview = await graph.test.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(7268001)');
      return graph.preview({ source: 'AZBase' });
    });
    expect(preview).toEqual({
      nodes: { AZTenant: 1, AZUser: 1 },
      edges: { SyncedToADUser: 1 },
      versionBefore: version,
      versionAfter: version,
    });
    expect(await graph.stored()).toEqual(before);
  });
});

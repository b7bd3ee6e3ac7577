import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { described, edge, known, producing } from '../graph-records.fixture.js';
import { TestLoader } from './loader.fixture.js';

describe('GraphLoader', () => {
  let graph: TestLoader;

  beforeAll(async () => {
    graph = await TestLoader.open();
  });
  beforeEach(() => graph.clear());
  afterAll(() => graph.test.drop());

  it('writes nodes, placeholders and edges, and says how many', async () => {
    const result = await graph.load(
      described('U1', ['User', 'Base'], { name: 'ANN@X', domainsid: 's-1', tags: ['a', 'b'] }),
      described('C1', ['Computer', 'Base'], { name: 'PC1.X' }),
      edge(known('U1', 'User', 'Base'), 'MemberOf', known('G1', 'Group', 'Base'), {
        isprimarygroup: true,
        isacl: false,
      }),
      edge('G1', 'AdminTo', 'C1'),
    );
    expect(result).toEqual({
      nodesCreated: 3,
      nodesChanged: 0,
      edgesCreated: 2,
      edgesChanged: 0,
      edgesRemoved: 0,
      unresolved: [],
      unresolvedCount: 0,
      version: 1,
    });
    expect(await graph.nodes()).toEqual([
      {
        objectid: 'C1',
        name: 'PC1.X',
        kind: 'Computer',
        described: true,
        environment: null,
        props: { name: 'PC1.X' },
        kinds: ['Computer', 'Base'],
      },
      {
        objectid: 'G1',
        name: 'G1',
        kind: 'Group',
        described: false,
        environment: null,
        props: {},
        kinds: ['Group', 'Base'],
      },
      {
        objectid: 'U1',
        name: 'ANN@X',
        kind: 'User',
        described: true,
        environment: 'S-1',
        props: { name: 'ANN@X', domainsid: 's-1', tags: ['a', 'b'] },
        kinds: ['User', 'Base'],
      },
    ]);
    expect(await graph.edges()).toEqual([{ edge: 'G1 AdminTo C1 1' }, { edge: 'U1 MemberOf G1 17' }]);
    expect(await graph.state()).toEqual({ version: '1', oldest_delta: '1', computers: '1', edges: '2' });
  });

  it('changes nothing when the same payload comes again', async () => {
    const payload = [
      described('U1', ['User', 'Base'], { name: 'ANN', odd: 'tab\tline\nslash\\"quote"\r\u2028' }),
      edge('U1', 'Owns', 'C1', { isacl: true, isinherited: false, since: 3 }),
      edge({ match: [{ key: 'name', value: 'ann' }] }, 'HasSession', 'C1'),
      edge({ match: [{ key: 'name', value: 'nobody' }] }, 'HasSession', 'C1', {}, 7),
    ];
    const first = await graph.load(...payload);
    const before = [await graph.nodes(), await graph.edges(), await graph.state()];
    expect(await graph.load(...payload)).toEqual({
      nodesCreated: 0,
      nodesChanged: 0,
      edgesCreated: 0,
      edgesChanged: 0,
      edgesRemoved: 0,
      unresolved: [
        { record: 7, reason: 'source: no node has name = "NOBODY"; it is tried again when further data has come' },
      ],
      unresolvedCount: 1,
      version: first.version,
    });
    expect([await graph.nodes(), await graph.edges(), await graph.state()]).toEqual(before);
  });

  it('takes an empty payload', async () => {
    expect(await graph.load()).toMatchObject({ nodesCreated: 0, edgesCreated: 0, version: 0 });
  });

  it('keeps nothing of a payload whose producer fails', async () => {
    const failing = graph.loader.load(async (sink) => {
      await sink.node(described('U1', ['User']));
      throw new Error('the file ends early');
    });
    await expect(failing).rejects.toThrow('the file ends early');
    expect(await graph.nodes()).toEqual([]);
  });

  describe('versions', () => {
    const estate = Array.from({ length: 100 }, (_, i) => edge(`U${i}`, 'MemberOf', 'G'));

    it('logs the changes of a small payload for readers that keep the graph in memory', async () => {
      await graph.load(...estate);
      await graph.load(described('U1', ['User'], { name: 'ANN' }), edge('U1', 'AdminTo', 'C'), edge('U1', 'Owns', 'C'));
      expect(await graph.state()).toMatchObject({ version: '2', oldest_delta: '1', edges: '102' });
      expect(await graph.test.database.query('SELECT version, op, kind FROM edge_change')).toEqual([
        { version: '2', op: 1, kind: 2 },
      ]);
      expect(
        await graph.test.database.query(
          'SELECT version, objectid FROM node_change JOIN node ON id = node_id ORDER BY objectid',
        ),
      ).toEqual([
        { version: '2', objectid: 'C' },
        { version: '2', objectid: 'U1' },
      ]);
    });

    it('asks them to read anew after a large one', async () => {
      await graph.load(...estate);
      expect(await graph.state()).toMatchObject({ version: '1', oldest_delta: '1' });
      expect(await graph.test.database.query('SELECT * FROM edge_change')).toEqual([]);
    });
  });

  it('stamps nodes and sessions with the day on which they were last seen, without a new version', async () => {
    const payload = [described('C', ['Computer']), edge('C', 'HasSession', 'U')];
    await graph.load(...payload);
    graph.clock.set('2026-03-02T00:00:00Z');
    expect(await graph.load(...payload)).toMatchObject({ nodesChanged: 0, edgesChanged: 0, version: 1 });
    expect(
      await graph.test.database.query('SELECT DISTINCT last_seen::text, seen_on::text FROM node, edge_seen'),
    ).toEqual([{ last_seen: '2026-03-02', seen_on: '2026-03-02' }]);
  });

  it('loses nothing and does not deadlock when overlapping payloads come at once', async () => {
    const size = 400;
    const payload = (shift: number) =>
      Array.from({ length: size }, (_, i) => {
        const n = (i * 7 + shift * 131) % size;
        return [
          described(`N${n}`, ['User', `Kind${shift}`], { [`by${shift}`]: n }),
          edge(`N${n}`, 'MemberOf', `N${(n + shift + 1) % size}`, { isinherited: true }),
        ];
      }).flat();
    const results = await Promise.all([0, 1, 2, 3].map((shift) => graph.load(...payload(shift))));
    expect(results.reduce((sum, { nodesCreated }) => sum + nodesCreated, 0)).toBe(size);
    expect(results.reduce((sum, { edgesCreated }) => sum + edgesCreated, 0)).toBe(4 * size);
    const whole = await graph.test.database.query(
      `SELECT count(*)::int AS nodes, (SELECT count(*)::int FROM edge) AS edges FROM node
       WHERE props ?& ARRAY['by0','by1','by2','by3'] AND cardinality(kinds) = 6`,
    );
    expect(whole).toEqual([{ nodes: size, edges: 4 * size }]);
  });

  it('writes payloads of many batches', async () => {
    const count = 60_000;
    const result = await graph.loader.load(async (sink) => {
      for (let i = 0; i < count; i++) {
        await sink.node(described(`N${i}`, ['User', 'Base'], { name: `USER ${i}`, note: 'x'.repeat(100) }));
        await sink.edge(edge(`N${i}`, 'MemberOf', `G${i % 100}`, { isacl: false }));
      }
    });
    expect(result).toMatchObject({ nodesCreated: count + 100, edgesCreated: count });
  });

  it('reads while the load before it goes on, and writes after that one', async () => {
    const order: string[] = [];
    let endFirst!: () => void;
    const first = new Promise<void>((resolve) => (endFirst = resolve)).then(() =>
      order.push('the one before has ended'),
    );
    const second = graph.loader
      .load(
        async (sink) => {
          await sink.edge(edge('U1', 'Owns', 'C1'));
          order.push('read');
          setImmediate(endFirst);
        },
        { after: first },
      )
      .then(() => order.push('written'));
    await second;
    expect(order).toEqual(['read', 'the one before has ended', 'written']);
    expect(await graph.edges()).toEqual([{ edge: 'U1 Owns C1 1' }]);
  });

  it('writes nothing where the load before it failed', async () => {
    const failed = Promise.reject(new Error('the database is away'));
    await expect(graph.loader.load(producing(edge('U1', 'Owns', 'C1')), { after: failed })).rejects.toThrow(
      'the database is away',
    );
    expect(await graph.edges()).toEqual([]);
    expect(await graph.nodes()).toEqual([]);
  });
});

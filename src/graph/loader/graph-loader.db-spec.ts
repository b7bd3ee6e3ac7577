import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clearGraph } from '../../../test/support/clear-graph.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { described, edge, known, producing } from '../graph-records.fixture.js';
import type { EdgeRecord, NodeRecord } from '../records.js';
import { GraphLoader } from './graph-loader.js';

describe('GraphLoader', () => {
  let test: TestDatabase;
  let loader: GraphLoader;
  const clock = new FakeClock();

  beforeAll(async () => {
    test = await testDatabase();
    loader = new GraphLoader(test.database, clock);
  });

  afterAll(() => test.drop());

  beforeEach(async () => {
    await clearGraph(test.database);
    clock.set('2026-03-01T10:00:00Z');
  });

  const load = (...records: readonly (NodeRecord | EdgeRecord)[]) => loader.load(producing(...records));

  const nodes = () =>
    test.database.query(`
      SELECT objectid, n.name, k.name AS kind, described, environment, props,
        ARRAY(SELECT x.name FROM unnest(n.kinds) WITH ORDINALITY u(id, o) JOIN kind x USING (id) ORDER BY o) AS kinds
      FROM node n JOIN kind k ON k.id = n.kind ORDER BY objectid`);

  const edges = () =>
    test.database.query<{ edge: string }>(`
      SELECT s.objectid || ' ' || k.name || ' ' || t.objectid || ' ' || e.flags || coalesce(' ' || p.props::text, '') AS edge
      FROM edge e JOIN node s ON s.id = e.source JOIN node t ON t.id = e.target JOIN kind k ON k.id = e.kind
        LEFT JOIN edge_props p ON (p.source, p.kind, p.target) = (e.source, e.kind, e.target)
      ORDER BY 1`);

  const state = async () =>
    (await test.database.query('SELECT version, oldest_delta, computers, edges FROM graph_state'))[0];

  it('writes nodes, placeholders and edges, and says how many', async () => {
    const result = await load(
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
    expect(await nodes()).toEqual([
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
    expect(await edges()).toEqual([{ edge: 'G1 AdminTo C1 1' }, { edge: 'U1 MemberOf G1 17' }]);
    expect(await state()).toEqual({ version: '1', oldest_delta: '1', computers: '1', edges: '2' });
  });

  it('changes nothing when the same payload comes again', async () => {
    const payload = [
      described('U1', ['User', 'Base'], { name: 'ANN', odd: 'tab\tline\nslash\\"quote"\r\u2028' }),
      edge('U1', 'Owns', 'C1', { isacl: true, isinherited: false, since: 3 }),
      edge({ match: [{ key: 'name', value: 'ann' }] }, 'HasSession', 'C1'),
      edge({ match: [{ key: 'name', value: 'nobody' }] }, 'HasSession', 'C1', {}, 7),
    ];
    const first = await load(...payload);
    const before = [await nodes(), await edges(), await state()];
    expect(await load(...payload)).toEqual({
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
    expect([await nodes(), await edges(), await state()]).toEqual(before);
  });

  it('takes an empty payload', async () => {
    expect(await load()).toMatchObject({ nodesCreated: 0, edgesCreated: 0, version: 0 });
  });

  it('keeps nothing of a payload whose producer fails', async () => {
    const failing = loader.load(async (sink) => {
      await sink.node(described('U1', ['User']));
      throw new Error('the file ends early');
    });
    await expect(failing).rejects.toThrow('the file ends early');
    expect(await nodes()).toEqual([]);
  });

  describe('properties', () => {
    it('merges them by newest, within a payload and over payloads', async () => {
      await load(
        described('U1', ['User'], { name: 'OLD', a: 1, b: 1 }),
        described('U1', ['User'], { b: 2, list: [1, 2] }),
      );
      const result = await load(described('U1', ['User'], { name: 'NEW', list: [2] }));
      expect(result).toMatchObject({ nodesCreated: 0, nodesChanged: 1, version: 2 });
      expect(await nodes()).toMatchObject([{ name: 'NEW', props: { name: 'NEW', a: 1, b: 2, list: [2] } }]);
    });

    it('lets a mere mention complete a description and never override it, in either order', async () => {
      const mention = { objectid: 'D', kinds: ['Domain'], properties: { name: 'OLD', trust: 1 }, described: false };
      const description = described('D', ['Domain'], { name: 'NEW' });
      const result = [{ name: 'NEW', props: { name: 'NEW', trust: 1 }, described: true }];
      for (const order of [
        [description, mention],
        [mention, description],
      ]) {
        await test.database.query('TRUNCATE node');
        await load(...order);
        expect(await nodes()).toMatchObject(result);
        await test.database.query('TRUNCATE node');
        for (const record of order) await load(record);
        expect(await nodes()).toMatchObject(result);
        expect(await load(mention)).toMatchObject({ nodesChanged: 0 });
      }
    });

    it('never lets a null or the absence of a value erase one', async () => {
      await load(described('U1', ['User'], { name: 'ANN', email: 'a@x' }));
      const nulled = JSON.parse('{"email":null,"name":"ANN"}');
      expect(await load(described('U1', ['User'], nulled))).toMatchObject({ nodesChanged: 0 });
      expect(await nodes()).toMatchObject([{ props: { name: 'ANN', email: 'a@x' } }]);
    });

    it('leaves out what PostgreSQL cannot hold', async () => {
      await load(described('U1', ['User'], { name: 'A\0B', half: 'x\ud800y', text: '\\u0000 stays' }));
      expect(await nodes()).toMatchObject([
        { name: 'AB', props: { name: 'AB', half: 'x\ufffdy', text: '\\u0000 stays' } },
      ]);
    });

    it('takes names that no index could hold', async () => {
      const name = Array.from({ length: 9000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20000))).join('');
      await load(described('U1', ['User'], { name }));
      expect(await nodes()).toMatchObject([{ name: name.slice(0, 500), props: { name } }]);
    });

    it('keeps the environment of a node up to date with its properties', async () => {
      await load(described('U1', ['User'], { domainsid: 'S-1-5-21-1' }));
      await load(described('U1', ['User'], { tenantid: 'aa-bb' }));
      expect(await nodes()).toMatchObject([{ environment: 'AA-BB' }]);
    });

    it('merges those of edges, bits and others', async () => {
      await load(edge('A', 'Owns', 'B', { isacl: true, isinherited: true, x: 1 }));
      const result = await load(edge('A', 'Owns', 'B', { isinherited: false, y: 2 }));
      expect(result).toMatchObject({ edgesCreated: 0, edgesChanged: 1 });
      expect(await edges()).toEqual([{ edge: 'A Owns B 5 {"x": 1, "y": 2}' }]);
    });

    it('keeps those of an edge whose names JavaScript gives a meaning', async () => {
      await load(
        edge(
          'A',
          'Owns',
          'B',
          Object.fromEntries([
            ['constructor', true],
            ['__proto__', 1],
          ]),
        ),
      );
      expect(await edges()).toEqual([{ edge: 'A Owns B 1 {"__proto__": 1, "constructor": true}' }]);
    });

    it('lets the last statement of an edge within a payload win, property by property', async () => {
      await load(
        edge('A', 'Owns', 'B', { isacl: true, isinherited: true, x: 1 }),
        edge('A', 'Owns', 'B', { isinherited: false, x: 2 }),
      );
      expect(await edges()).toEqual([{ edge: 'A Owns B 5 {"x": 2}' }]);
    });
  });

  describe('kinds', () => {
    it('lets those of a description lead those of a mention, in either order', async () => {
      const mention = edge(known('X', 'User', 'Base'), 'MemberOf', known('G', 'Group', 'Base'));
      const description = described('X', ['Group', 'Base']);
      await load(mention);
      await load(description);
      const mentionedFirst = await nodes();
      await test.database.query('TRUNCATE node, edge');
      await load(description);
      await load(mention);
      expect(await nodes()).toEqual(mentionedFirst);
      expect(mentionedFirst).toMatchObject([
        { objectid: 'G' },
        { objectid: 'X', kind: 'Group', kinds: ['Group', 'User', 'Base'] },
      ]);
    });

    it('shows the local group of a computer as a group where it is both', async () => {
      await load(described('G', ['ADLocalGroup', 'Base']), described('L', ['ADLocalGroup', 'Base']));
      await load(described('G', ['Group', 'Base'], { name: 'ADMINS' }));
      expect(await nodes()).toMatchObject([
        { objectid: 'G', kind: 'Group', kinds: ['ADLocalGroup', 'Group', 'Base'] },
        { objectid: 'L', kind: 'ADLocalGroup' },
      ]);
    });

    it('adds kinds that a source brings along, and shows a known one before them', async () => {
      await load(described('H', ['ACME_Host', 'ACME_Base']), described('C', ['ACME_Host', 'Computer', 'ACME_Base']));
      expect(await nodes()).toMatchObject([
        { objectid: 'C', kind: 'Computer', kinds: ['ACME_Host', 'Computer', 'ACME_Base'] },
        { objectid: 'H', kind: 'ACME_Host', kinds: ['ACME_Host', 'ACME_Base'] },
      ]);
    });

    it('shows a node without any kind as Unknown', async () => {
      await load(described('N', []));
      expect(await nodes()).toMatchObject([{ kind: 'Unknown', kinds: [] }]);
    });

    it('refuses what would pass the number of kinds that the tables can hold', async () => {
      await test.database.query("INSERT INTO kind (id, name) VALUES (32000, 'Last')");
      await expect(load(described('N', ['OneMore']))).rejects.toThrow(
        'this would make more kinds than the 32000 that the graph can hold',
      );
      await test.database.query('DELETE FROM kind WHERE id = 32000');
    });
  });

  describe('ends that are described', () => {
    it('finds a node of the same payload by name ignoring case, by property and by several at once', async () => {
      await load(
        described('U1', ['User'], { name: 'ANN', serial: 77 }),
        described('C1', ['Computer'], { operatingsystem: 'WINDOWS 11' }),
        edge('C1', 'AdminTo', { match: [{ key: 'operatingsystem', value: 'Windows 11' }] }),
        described('G1', ['Group'], { name: 'ANN', distinguishedname: 'CN=ANN', serial: 78 }),
        edge({ match: [{ key: 'name', value: 'Ann' }], kind: 'User' }, 'MemberOf', {
          match: [
            { key: 'distinguishedname', value: 'cn=ann' },
            { key: 'serial', value: 78 },
          ],
        }),
      );
      expect(await edges()).toEqual([{ edge: 'C1 AdminTo C1 1' }, { edge: 'U1 MemberOf G1 1' }]);
    });

    it('leaves out and reports edges whose end fits no node or several, and makes no placeholder for their other end', async () => {
      const result = await load(
        described('U1', ['User'], { name: 'ANN' }),
        described('G1', ['Group'], { name: 'ANN' }),
        edge({ match: [{ key: 'name', value: 'ANN' }] }, 'MemberOf', 'NEW', {}, 3),
        edge('NEW', 'MemberOf', { match: [{ key: 'serial', value: 5 }], kind: 'Nothing' }, {}, 4),
      );
      expect(result).toMatchObject({
        nodesCreated: 2,
        edgesCreated: 0,
        unresolvedCount: 2,
        unresolved: [
          { record: 3, reason: 'source: 2 nodes have name = "ANN"' },
          {
            record: 4,
            reason: 'target: no node has serial = 5 and kind Nothing; it is tried again when further data has come',
          },
        ],
      });
    });

    it('falls back to the node named for that case', async () => {
      const member = { match: [{ key: 'distinguishedname', value: 'CN=A' }], otherwise: known('CN=A', 'Base') };
      expect(await load(edge(member, 'MemberOf', 'G1'))).toMatchObject({ nodesCreated: 2, unresolvedCount: 0 });
      await load(described('S-1', ['User'], { distinguishedname: 'CN=A' }), edge(member, 'MemberOf', 'G2'));
      expect(await edges()).toEqual([{ edge: 'CN=A MemberOf G1 1' }, { edge: 'S-1 MemberOf G2 1' }]);
    });
  });

  describe('versions', () => {
    const estate = Array.from({ length: 100 }, (_, i) => edge(`U${i}`, 'MemberOf', 'G'));

    it('logs the changes of a small payload for readers that keep the graph in memory', async () => {
      await load(...estate);
      await load(described('U1', ['User'], { name: 'ANN' }), edge('U1', 'AdminTo', 'C'), edge('U1', 'Owns', 'C'));
      expect(await state()).toMatchObject({ version: '2', oldest_delta: '1', edges: '102' });
      expect(await test.database.query('SELECT version, op, kind FROM edge_change')).toEqual([
        { version: '2', op: 1, kind: 2 },
      ]);
      expect(
        await test.database.query(
          'SELECT version, objectid FROM node_change JOIN node ON id = node_id ORDER BY objectid',
        ),
      ).toEqual([
        { version: '2', objectid: 'C' },
        { version: '2', objectid: 'U1' },
      ]);
    });

    it('asks them to read anew after a large one', async () => {
      await load(...estate);
      expect(await state()).toMatchObject({ version: '1', oldest_delta: '1' });
      expect(await test.database.query('SELECT * FROM edge_change')).toEqual([]);
    });
  });

  it('stamps nodes and sessions with the day on which they were last seen, without a new version', async () => {
    const payload = [described('C', ['Computer']), edge('C', 'HasSession', 'U')];
    await load(...payload);
    clock.set('2026-03-02T00:00:00Z');
    expect(await load(...payload)).toMatchObject({ nodesChanged: 0, edgesChanged: 0, version: 1 });
    expect(await test.database.query('SELECT DISTINCT last_seen::text, seen_on::text FROM node, edge_seen')).toEqual([
      { last_seen: '2026-03-02', seen_on: '2026-03-02' },
    ]);
  });

  it('keeps an edge that analysis derived and a source now states, and tells both apart', async () => {
    await load(edge('U', 'AdminTo', 'C'));
    await test.database.query('UPDATE edge SET flags = 2');
    expect(await load(edge('U', 'AdminTo', 'C'))).toMatchObject({ edgesCreated: 0, edgesChanged: 1 });
    expect(await edges()).toEqual([{ edge: 'U AdminTo C 3' }]);
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
    const results = await Promise.all([0, 1, 2, 3].map((shift) => load(...payload(shift))));
    expect(results.reduce((sum, { nodesCreated }) => sum + nodesCreated, 0)).toBe(size);
    expect(results.reduce((sum, { edgesCreated }) => sum + edgesCreated, 0)).toBe(4 * size);
    const whole = await test.database.query(
      `SELECT count(*)::int AS nodes, (SELECT count(*)::int FROM edge) AS edges FROM node
       WHERE props ?& ARRAY['by0','by1','by2','by3'] AND cardinality(kinds) = 6`,
    );
    expect(whole).toEqual([{ nodes: size, edges: 4 * size }]);
  });

  it('writes payloads of many batches', async () => {
    const count = 60_000;
    const result = await loader.load(async (sink) => {
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
    const second = loader
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
    expect(await edges()).toEqual([{ edge: 'U1 Owns C1 1' }]);
  });

  it('writes nothing where the load before it failed', async () => {
    const failed = Promise.reject(new Error('the database is away'));
    await expect(loader.load(producing(edge('U1', 'Owns', 'C1')), { after: failed })).rejects.toThrow(
      'the database is away',
    );
    expect(await edges()).toEqual([]);
    expect(await nodes()).toEqual([]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addTo, described, edge, known, whole } from '../graph-records.fixture.js';
import { until } from '../../../test/support/until.js';
import { lastSeenOf } from '../store/days.js';
import { SkippedRecordChanged } from './merge/write-records.js';
import { GraphBatch } from './batch/graph-batch.js';
import { WrittenGraph } from './written-graph.fixture.js';

const endWaiting = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

describe('GraphWriter', () => {
  let graph: WrittenGraph;

  beforeAll(async () => {
    graph = await WrittenGraph.open();
  });
  beforeEach(() => graph.clear());
  afterAll(() => graph.test.drop());

  it('creates nodes again if the connection of their batch was lost', async () => {
    const { database } = graph.test;
    await graph.load(described('U1', ['User'], { name: 'ANN@X' }));
    await database.transaction(async (tx) => {
      await tx.query('SELECT FROM graph_state FOR UPDATE');
      const end = until(async () => (await database.query(endWaiting)).length > 0);
      await expect(graph.load(edge('A', 'Owns', 'B'))).rejects.toThrow(/terminat/);
      await end;
    });
    expect(await graph.load(edge('A', 'Owns', 'B'))).toMatchObject({ nodesCreated: 2, edgesCreated: 1 });
    expect(await graph.edges()).toEqual(['A Owns B 1']);
  });

  it('writes nodes, placeholders and edges, and counts them', async () => {
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
    expect(await graph.edges()).toEqual(['G1 AdminTo C1 1', 'U1 MemberOf G1 17']);
  });

  it('changes nothing if the same payload comes again', async () => {
    const payload = [
      described('U1', ['User', 'Base'], { name: 'ANN', odd: 'tab\tline\nslash\\"quote"\r\u2028' }),
      edge('U1', 'Owns', 'C1', { isacl: true, isinherited: false, since: 3 }),
      edge({ match: [{ key: 'name', value: 'ann' }] }, 'HasSession', 'C1', { b: 1, a: 2, aa: 'x\0y' }),
      edge({ match: [{ key: 'name', value: 'nobody' }] }, 'HasSession', 'C1', {}, 7),
    ];
    await graph.load(...payload);
    const before = [await graph.nodes(), await graph.edges()];
    expect(await graph.load(...payload)).toEqual({
      nodesCreated: 0,
      nodesChanged: 0,
      edgesCreated: 0,
      edgesChanged: 0,
      edgesRemoved: 0,
      unresolved: [
        { record: 7, reason: 'source: no node has name = "nobody"; it is tried again when further data has come' },
      ],
      unresolvedCount: 1,
      version: 2,
    });
    expect([await graph.nodes(), await graph.edges()]).toEqual(before);
  });

  it('counts a node as created only if a later batch of its payload changes it', async () => {
    const payload = graph.writer.payload();
    const first = await payload.write(batchOf(edge('U1', 'Owns', 'U2')));
    const second = await payload.write(batchOf(described('U1', ['User'], { name: 'ANN' })));
    const other = await graph.load(described('U2', ['User'], { name: 'BOB' }));
    expect([first, second, other].map(({ nodesCreated, nodesChanged }) => [nodesCreated, nodesChanged])).toEqual([
      [2, 0],
      [0, 0],
      [0, 1],
    ]);
  });

  it('writes an empty payload', async () => {
    expect(await graph.load()).toMatchObject({ nodesCreated: 0, edgesCreated: 0, version: 0 });
  });

  it('rolls back a batch that fails, and keeps the batches before it', async () => {
    const payload = graph.writer.payload();
    await payload.write(batchOf(described('U1', ['User'])));
    const failing = batchOf(described('U2', ['User']), edge('U2', 'Owns', 'U1'));
    failing.skip({ id: 1, digest: '0'.repeat(32) });
    await expect(payload.write(failing)).rejects.toThrow(SkippedRecordChanged);
    expect(await graph.nodes()).toMatchObject([{ objectid: 'U1' }]);
    expect(await graph.edges()).toEqual([]);
  });

  it.each([
    ['', 0],
    ['X'.repeat(601), 601],
  ])('refuses an object id of %s', (objectid) => {
    expect(() => new GraphBatch().node(described(objectid, ['User']))).toThrow('an object id has 1 to 600 characters');
  });

  it('logs which nodes and which owners of lists each version changed', async () => {
    await graph.load(edge('U1', 'MemberOf', 'G'), edge('U2', 'MemberOf', 'G'));
    await graph.load(described('U1', ['User'], { name: 'ANN' }), edge('U1', 'HasSession', 'C'));
    const changed = await graph.rows(`
      SELECT concat_ws(' ', version, (SELECT string_agg(objectid, ',' ORDER BY objectid) FROM node WHERE id = ANY (owners)),
        (SELECT string_agg(objectid, ',' ORDER BY objectid) FROM node WHERE id = ANY (nodes))) AS row
      FROM graph_change ORDER BY version`);
    expect(changed).toEqual(['1 G G,U1,U2', '2 U1 C,U1']);
  });

  it('renews the days of nodes and of added edges without a new version', async () => {
    const payload = [described('C', ['Computer']), edge('C', 'HasSession', 'U')];
    await graph.load(...payload);
    graph.clock.set('2026-03-02T00:00:00Z');
    expect(await graph.load(...payload)).toMatchObject({ nodesChanged: 0, edgesChanged: 0, version: 1 });
    expect(await graph.rows(`SELECT DISTINCT (${lastSeenOf('n')})::text AS row FROM node n`)).toEqual(['2026-03-02']);
    expect(await graph.days()).toEqual(['C 100 U 2026-03-02']);
  });

  it('loses nothing and does not deadlock if overlapping payloads come at once', async () => {
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

  it('creates one node if several payloads name it at once', async () => {
    const results = await Promise.all(
      ['A', 'B', 'C'].map((letter) => graph.load(edge(letter, 'Owns', 'SHARED'), edge('ALSO', 'Owns', letter))),
    );
    expect(results.map(({ nodesCreated }) => nodesCreated).toSorted((a, b) => a - b)).toEqual([1, 1, 3]);
    expect((await graph.nodes()).map(({ objectid }) => objectid)).toEqual(['A', 'ALSO', 'B', 'C', 'SHARED']);
  });

  it('gives ids only to nodes that are written', async () => {
    const noMembers = whole('L', { of: 'incoming', kind: 'MemberOfLocalGroup' });
    await graph.load(described('C', ['Computer']), noMembers);
    await graph.load(noMembers);
    await graph.load(edge('U', 'MemberOfLocalGroup', 'L'), noMembers);
    expect(await graph.rows(`SELECT objectid || ' ' || id AS row FROM node ORDER BY id`)).toEqual([
      'C 1',
      'U 2',
      'L 3',
    ]);
    expect(await graph.rows('SELECT last_value::text AS row FROM node_id_seq')).toEqual(['3']);
  });

  it('never uses an id again', async () => {
    await graph.load(edge('A', 'Owns', 'B'));
    const ids = await graph.rows('SELECT id::text AS row FROM node');
    await graph.test.database.query('DELETE FROM edge_list; DELETE FROM node');
    await graph.load(edge('A', 'Owns', 'B'));
    expect(ids).not.toContain((await graph.rows('SELECT id::text AS row FROM node'))[0]);
  });
});

function batchOf(...parts: Parameters<typeof addTo>[1]): GraphBatch {
  const batch = new GraphBatch();
  addTo(batch, parts);
  batch.endOfRecord();
  return batch;
}

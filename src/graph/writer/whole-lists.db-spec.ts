import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { described, edge, known, whole, type RecordPart } from '../graph-records.fixture.js';
import { writePayload } from '../graph.fixture.js';
import { WrittenGraph } from './written-graph.fixture.js';

const unchanged = { nodesCreated: 0, nodesChanged: 0, edgesCreated: 0, edgesChanged: 0, edgesRemoved: 0 };

const members = (group: string) => whole(group, { of: 'incoming', kind: 'MemberOf' });
const group = (id: string, ...users: readonly string[]): RecordPart[] => [
  described(id, ['Group', 'Base']),
  ...users.map((user) => edge(known(user, 'User', 'Base'), 'MemberOf', id, { isprimarygroup: false })),
  members(id),
];

const primary = (user: string, id: string): RecordPart[] => [
  edge(user, 'MemberOf', id, { isprimarygroup: true }),
  whole(user, { of: 'primary-group' }),
];
const outgoing = (kind: string) => whole('C1', { of: 'outgoing', kind });

describe('lists that are given whole', () => {
  let graph: WrittenGraph;

  beforeAll(async () => {
    graph = await WrittenGraph.open();
  });
  beforeEach(() => graph.clear());
  afterAll(() => graph.test.drop());

  const load = (...records: readonly RecordPart[]) => graph.load(...records);

  /** Where every row was last written: differs as soon as a row is touched. */
  const written = () =>
    graph.rows(`SELECT 'l' || ctid::text || xmin::text AS row FROM edge_list
      UNION ALL SELECT 'r' || ctid::text || xmin::text FROM collector_record
      UNION ALL SELECT 'n' || ctid::text || xmin::text FROM node ORDER BY 1`);

  /** As analysis does with a membership that follows. */
  const derive = (source: string, target: string) =>
    graph.test.database.query(
      `INSERT INTO edge_list AS l (owner, list, origin, peers) SELECT t.id, 1, 2, ARRAY[s.id] FROM node s, node t
       WHERE s.objectid = $1 AND t.objectid = $2 ON CONFLICT (owner, list, origin) DO UPDATE SET peers = l.peers || excluded.peers`,
      [source, target],
    );

  it('hold their edges, with the day on which they were given', async () => {
    await load(...group('G1', 'U1', 'U2'), edge('C1', 'HasSession', 'U1'), ...group('G2'));
    expect(await graph.edges()).toEqual(['C1 HasSession U1 1', 'U1 MemberOf G1 64', 'U2 MemberOf G1 64']);
    expect(await graph.days()).toEqual(['C1 100 U1 2026-03-01', 'G1 1 2026-03-01']);
  });

  it('are renewed on a later day without writing a row again', async () => {
    const groups = [...group('G1', 'U1', 'U2'), ...group('G2')];
    await load(...groups);
    const before = await written();
    graph.clock.set('2026-03-02T00:00:00Z');
    expect(await load(...groups)).toMatchObject({ version: 1 });
    expect(await written()).toEqual(before);
    expect(await graph.days()).toEqual(['G1 1 2026-03-02']);
  });

  it('remove what they no longer hold', async () => {
    await load(...group('G1', 'U1', 'U2', 'U3'));
    const result = await load(...group('G1', 'U2', 'U4'));
    expect(result).toMatchObject({ edgesCreated: 1, edgesChanged: 0, edgesRemoved: 2, version: 2 });
    expect(await graph.edges()).toEqual(['U2 MemberOf G1 64', 'U4 MemberOf G1 64']);
  });

  it('may become empty and be filled again', async () => {
    await load(...group('G1', 'U1'));
    expect(await load(...group('G1'))).toMatchObject({ edgesRemoved: 1, version: 2 });
    expect([await graph.edges(), await graph.days()]).toEqual([[], []]);
    expect(await load(...group('G1', 'U1'))).toMatchObject({ edgesCreated: 1, version: 3 });
    expect(await graph.days()).toEqual(['G1 1 2026-03-01']);
  });

  it('change nothing and write no row when they come again on the same day', async () => {
    const payload = [
      ...group('G1', 'U1', 'U2'),
      edge('U1', 'GenericAll', 'G1', { isacl: true, isinherited: true }),
      whole('G1', { of: 'acl' }),
      edge('U1', 'MemberOf', 'G9', { isprimarygroup: true }),
      whole('U1', { of: 'primary-group' }),
      edge('C1', 'HasSession', 'U1', { logontype: 2 }),
    ];
    await load(...payload);
    const before = [await graph.edges(), await graph.days(), await written()];
    expect(await load(...payload)).toMatchObject({ ...unchanged, version: 1 });
    expect([await graph.edges(), await graph.days(), await written()]).toEqual(before);
  });

  it('renew the day alone when they come again later, and never put it back', async () => {
    const payload = [...group('G1', 'U1'), edge('C1', 'HasSession', 'U1')];
    const later = ['C1 100 U1 2026-03-02', 'G1 1 2026-03-02'];
    await load(...payload);
    graph.clock.set('2026-03-02T10:00:00Z');
    expect(await load(...payload)).toMatchObject({ ...unchanged, version: 1 });
    expect(await graph.days()).toEqual(later);
    await writePayload(graph.test.database, graph.writer, [payload], { day: '2026-02-01' });
    expect(await graph.days()).toEqual(later);
  });

  it('keep an edge that is also stated by itself', async () => {
    await load(...group('G1', 'U1', 'U2'));
    expect(await load(edge('U1', 'MemberOf', 'G1', { note: 'x' }))).toMatchObject({ edgesCreated: 1, edgesChanged: 0 });
    expect(await graph.edges()).toEqual(['U1 MemberOf G1 65 {"note": "x"}', 'U2 MemberOf G1 64']);
    expect(await load(...group('G1'))).toMatchObject({ edgesChanged: 0, edgesRemoved: 2 });
    expect(await graph.edges()).toEqual(['U1 MemberOf G1 1 {"note": "x"}']);
    expect(await graph.days()).toEqual(['G1 1 U1 2026-03-01']);
  });

  it('keep an edge that is also derived, and one that is only derived', async () => {
    await load(...group('G1', 'U1', 'U2'), described('U3', ['User']));
    await derive('U1', 'G1');
    await derive('U3', 'G1');
    await load(...group('G1', 'U2'));
    expect(await graph.edges()).toEqual(['U1 MemberOf G1 2', 'U2 MemberOf G1 64', 'U3 MemberOf G1 2']);
  });

  it('keep the properties of an edge', async () => {
    await load(edge('U1', 'MemberOf', 'G1', { note: 'x' }), members('G1'));
    await load(...group('G1'));
    expect(await graph.edges()).toEqual([]);
  });

  it('distinguish members from users whose primary group it is', async () => {
    await load(...group('G1', 'U1'), ...primary('U2', 'G1'));
    expect(await load(...group('G1'))).toMatchObject({ edgesRemoved: 1 });
    expect(await graph.edges()).toEqual(['U2 MemberOf G1 80']);
    expect(await load(...primary('U2', 'G2'))).toMatchObject({ edgesCreated: 1, edgesRemoved: 1 });
    expect(await graph.edges()).toEqual(['U2 MemberOf G2 80']);
  });

  it.each([['the user first', ['user', 'group']] as const, ['the group first', ['group', 'user']] as const])(
    'agree where a member by its primary group becomes a listed one: %s',
    async (_, order) => {
      await load(
        edge('U1', 'MemberOf', 'G1', { isprimarygroup: true }),
        whole('U1', { of: 'primary-group' }),
        ...group('G1'),
      );
      const later = {
        user: [edge('U1', 'MemberOf', 'G2', { isprimarygroup: true }), whole('U1', { of: 'primary-group' })],
        group: group('G1', 'U1'),
      };
      for (const name of order) await load(...later[name]);
      expect(await graph.edges()).toEqual(['U1 MemberOf G1 64', 'U1 MemberOf G2 80']);
    },
  );

  it('of rights hold every kind with that property, and no other edge', async () => {
    const rights = [edge('A', 'Owns', 'X', { isacl: true }), edge('A', 'ACME_Right', 'X', { isacl: true })];
    const others = [edge('X', 'Owns', 'A', { isacl: true }), edge('A', 'Contains', 'X'), edge('A', 'Owns', 'Z')];
    await load(...rights, whole('X', { of: 'acl' }));
    await load(...others);
    await load(edge('B', 'GenericAll', 'X', { isacl: true, isinherited: true }), whole('X', { of: 'acl' }));
    expect(await graph.edges()).toEqual(['A Contains X 1', 'A Owns Z 1', 'B GenericAll X 76', 'X Owns A 5']);
    expect(await graph.days()).toContain('X 0 2026-03-01');
  });

  it('go out of an object as well, each kind on its own', async () => {
    const payload = [
      edge('C1', 'AllowedToDelegate', 'C2'),
      edge('C1', 'HasSIDHistory', 'C3'),
      edge('C9', 'HasSIDHistory', 'C3'),
    ];
    await load(...payload, outgoing('AllowedToDelegate'), outgoing('HasSIDHistory'));
    await load(edge('C1', 'AllowedToDelegate', 'C4'), outgoing('AllowedToDelegate'));
    expect(await graph.edges()).toEqual([
      'C1 AllowedToDelegate C4 64',
      'C1 HasSIDHistory C3 64',
      'C9 HasSIDHistory C3 1',
    ]);
    await load(outgoing('HasSIDHistory'));
    expect(await graph.edges()).toEqual(['C1 AllowedToDelegate C4 64', 'C9 HasSIDHistory C3 1']);
  });

  it('that a payload gives twice hold the edges of both', async () => {
    await load(...group('G1', 'U1', 'U2', 'U3'));
    expect(await graph.ingest(group('G1', 'U1'), group('G1', 'U2'))).toMatchObject({ edgesRemoved: 1 });
    expect(await graph.edges()).toEqual(['U1 MemberOf G1 64', 'U2 MemberOf G1 64']);
  });

  it('of an object that nothing else names create no node', async () => {
    expect(await load(members('G1'), whole('G2', { of: 'incoming', kind: 'ACME_Never' }))).toMatchObject(unchanged);
    expect(await graph.rows('SELECT objectid AS row FROM node')).toEqual([]);
  });

  it('hold an end that is looked up', async () => {
    const byName = { match: [{ key: 'name', value: 'ann' }], otherwise: known('CN=ANN', 'Base') };
    await load(described('U1', ['User'], { name: 'ANN' }));
    await load(edge(byName, 'MemberOf', 'G1'), members('G1'));
    expect(await graph.edges()).toEqual(['U1 MemberOf G1 64']);
    expect(await load(edge(byName, 'MemberOf', 'G1'), members('G1'))).toMatchObject(unchanged);
  });

  it('that are written at once end as the last of them', async () => {
    const users = Array.from({ length: 60 }, (_, i) => `U${i}`);
    const ids = Array.from({ length: 20 }, (_, i) => `G${i}`);
    const payload = (turn: number) =>
      ids.flatMap((id, place) => group(id, ...users.filter((_, i) => (i * 7 + place + turn) % 4 !== 0)));
    const results = await Promise.all([0, 1, 2, 3].map((turn) => load(...payload(turn))));
    const last = results.findIndex(({ version }) => version === 4);
    const expected = payload(last).flatMap((record) =>
      'kind' in record && 'objectid' in record.source && 'objectid' in record.target
        ? [`${record.source.objectid} MemberOf ${record.target.objectid} 64`]
        : [],
    );
    expect(new Set(results.map(({ version }) => version))).toEqual(new Set([1, 2, 3, 4]));
    expect(await graph.edges()).toEqual(
      await graph.rows(`SELECT unnest(ARRAY['${expected.join("','")}']) AS row ORDER BY 1`),
    );
    expect(await graph.version()).toBe(4);
  });
});

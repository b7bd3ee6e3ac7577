import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addTo, described, edge, known, whole, type RecordPart } from '../../graph-records.fixture.js';
import { GraphBatch } from './graph-batch.js';
import { WrittenGraph } from '../written-graph.fixture.js';

const user = (id: string, name: string): RecordPart[] => [described(id, ['User', 'Base'], { name, domainsid: 's-1' })];
const group = (id: string, ...users: readonly string[]): RecordPart[] => [
  described(id, ['Group', 'Base'], { name: id }),
  ...users.map((member) => edge(known(member, 'User', 'Base'), 'MemberOf', id)),
  whole(id, { of: 'incoming', kind: 'MemberOf' }),
];
const mentioned = (objectid: string, name: string): RecordPart => ({
  ...described(objectid, ['App', 'Base'], { name }),
  described: false,
});
const computer = (id: string, ...users: readonly string[]): RecordPart[] => [
  described(id, ['Computer', 'Base']),
  ...users.map((member) => edge(id, 'HasSession', member)),
];
const place = (child: string, parent: string): RecordPart[] => [
  edge(parent, 'Contains', child),
  whole(child, { of: 'incoming', kind: 'Contains' }),
];
const localGroup = (id: string, ...users: readonly string[]): RecordPart[] => [
  ...users.map((member) => edge(member, 'MemberOfLocalGroup', id)),
  whole(id, { of: 'incoming', kind: 'MemberOfLocalGroup' }),
];

describe('a record that comes again', () => {
  let graph: WrittenGraph;

  beforeAll(async () => {
    graph = await WrittenGraph.open();
  });
  beforeEach(() => graph.clear());
  afterAll(() => graph.test.drop());

  const owners = () =>
    graph.rows(`SELECT DISTINCT n.objectid AS row FROM collector_record r JOIN node n ON n.id = r.owner
      WHERE r.digest IS NOT NULL ORDER BY 1`);

  it('is skipped, and written if it says something else', async () => {
    expect(await graph.ingest(group('G1', 'U1', 'U2'), group('G2', 'U1'))).toMatchObject({ skipped: 0 });
    const again = await graph.ingest(group('G2', 'U3'), group('G1', 'U1', 'U2'));
    expect(again).toMatchObject({ skipped: 1, edgesCreated: 1, edgesRemoved: 1, version: 2 });
    expect(await graph.ingest(group('G1', 'U1', 'U2'))).toMatchObject({ skipped: 1, version: 2 });
  });

  it.each<[string, RecordPart[][], string[]]>([
    ['its node was changed', [user('G1', 'other')], ['G1', 'G2']],
    ['an edge came to its list', [[edge('U9', 'MemberOf', 'G1')]], ['G2']],
    ['another record gave its list', [[described('X', ['User']), ...group('G1', 'U2').slice(1)]], ['G2', 'X']],
    ['another edge ends at its members', [[edge('X', 'Owns', 'U1')], user('U1', 'other')], ['G1', 'G2', 'U1']],
  ])('is known or not when %s', async (_, others, left) => {
    await graph.ingest(group('G1', 'U1'), group('G2', 'U1'));
    await graph.ingest(...others);
    expect(await owners()).toEqual(left);
  });

  it.each<[string, RecordPart[][], string[]]>([
    ['describe the same node', [user('U1', 'ann'), user('U1', 'bob'), user('U2', 'cid')], ['U2']],
    ['give the same list', [group('G1', 'U1').slice(1), group('G1', 'U2').slice(1)], []],
    [
      'mention what nobody describes',
      [
        [described('P1', ['App']), mentioned('A1', 'one'), edge('A1', 'Owns', 'P1'), whole('P1', { of: 'acl' })],
        [described('P2', ['App']), mentioned('A1', 'two'), edge('A1', 'Owns', 'P2'), whole('P2', { of: 'acl' })],
      ],
      ['P2'],
    ],
    [
      'state an edge of a list that one gives',
      [group('G1', 'U1'), [...user('U2', 'bob'), edge('U2', 'MemberOf', 'G1')]],
      ['G1'],
    ],
  ])('is not known if two records %s', async (_, records, left) => {
    await graph.ingest(...records);
    expect(await owners()).toEqual(left);
  });

  it('is not known if an end is looked up, or if an edge is in the list of another object', async () => {
    const byName = { match: [{ key: 'name', value: 'ANN' }], otherwise: known('U1', 'User') };
    await graph.ingest(
      [described('G1', ['Group']), edge(byName, 'MemberOf', 'G1')],
      [described('G2', ['Group']), edge('A', 'Owns', 'B')],
    );
    expect(await owners()).toEqual([]);
  });

  it('is known beside the record of its container, which gives its place as well', async () => {
    const child = [...user('U1', 'ann'), ...place('U1', 'OU1')];
    const parent = [described('OU1', ['OU', 'Base']), ...place('U1', 'OU1')];
    await graph.ingest(child);
    await graph.ingest(parent);
    expect(await owners()).toContain('U1');
    expect(await graph.ingest(child)).toMatchObject({ skipped: 1 });
    expect(await graph.ingest([described('OU1', ['OU', 'Base'])])).toMatchObject({ edgesRemoved: 0 });
  });

  it('is not known if another record filled a list that it gives as empty', async () => {
    const empty = [described('C1', ['Computer', 'Base']), ...localGroup('C1-544')];
    await graph.ingest(empty);
    expect(await owners()).toEqual(['C1']);
    await graph.ingest([described('C1', ['Computer', 'Base']), ...localGroup('C1-544', 'U1')]);
    expect(await graph.ingest(empty)).toMatchObject({ skipped: 0, edgesRemoved: 1 });
  });

  it('renews its day, and that of its list, on a later one', async () => {
    await graph.ingest(group('G1', 'U1'), group('G2', 'U1'));
    graph.clock.set('2026-03-05T12:00:00Z');
    expect(await graph.ingest(group('G1', 'U1'))).toMatchObject({ skipped: 1, version: 1 });
    expect(await graph.days()).toEqual(['G1 1 2026-03-05', 'G2 1 2026-03-01']);
  });

  it('is written on a later day if it added edges', async () => {
    await graph.ingest(computer('C1', 'U1'));
    expect(await graph.ingest(computer('C1', 'U1'))).toMatchObject({ skipped: 1 });
    graph.clock.set('2026-03-05T12:00:00Z');
    expect(await graph.ingest(computer('C1', 'U1'))).toMatchObject({ skipped: 0, version: 1 });
    expect(await graph.days()).toEqual(['C1 100 U1 2026-03-05']);
  });

  it('is found with what a report counts', async () => {
    const digest = 'ab'.repeat(16);
    const batch = new GraphBatch();
    addTo(batch, [...user('U1', 'ann'), edge('G1', 'GenericAll', 'U1'), edge('G2', 'GenericAll', 'U1')]);
    batch.endOfRecord({ type: 'users', digest, inEnvironment: true });
    const payload = graph.writer.payload();
    await payload.write(batch);
    const found = await payload.known([digest, '0'.repeat(32)]);
    const counts = { nodes: [['User', 1]], edges: [['GenericAll', 2]], inEnvironment: true };
    expect([...found]).toEqual([[digest, expect.objectContaining({ digest, environment: 'S-1', counts })]]);
  });

  it('is written with its batch if another payload changes its lists meanwhile', async () => {
    await graph.ingest(group('G1', 'U1'), user('U2', 'bob'));
    const [record] = await graph.rows(
      `SELECT replace(digest::text, '-', '') AS row FROM collector_record WHERE owner = (SELECT id FROM node WHERE objectid = 'G1')`,
    );
    const payload = graph.writer.payload();
    const found = (await payload.known([record ?? ''])).get(record ?? '');
    const batch = new GraphBatch();
    batch.skip(found!);
    await graph.ingest(group('G1', 'U2'));
    await expect(payload.write(batch)).rejects.toThrow(Error);
    expect(await graph.edges()).toEqual(['U2 MemberOf G1 64']);
  });
});

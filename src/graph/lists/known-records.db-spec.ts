import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EdgeFlag } from '../store/edge-flag.js';
import { described, edge, known, producingRecords, whole } from '../graph-records.fixture.js';
import type { GraphSink, LoadResult, RecordPart } from '../records.js';
import { TestGraphRemoval } from '../removal/graph-removal.fixture.js';

const user = (id: string, name: string): RecordPart[] => [described(id, ['User', 'Base'], { name })];
const group = (id: string, place: number, ...users: readonly string[]): RecordPart[] => [
  described(id, ['Group', 'Base'], { name: id }),
  ...users.map((member) => edge(known(member, 'User', 'Base'), 'MemberOf', id, {}, place)),
  whole(id, { of: 'incoming', kind: 'MemberOf' }),
];
const app = (id: string, name: string): RecordPart[] => [
  described(id, ['App', 'Base'], { name }),
  edge('T1', 'MemberOf', id),
  whole(id, { of: 'incoming', kind: 'MemberOf' }),
];
const mentioned = (objectid: string, name: string): RecordPart => ({
  objectid,
  kinds: ['App', 'Base'],
  properties: { name },
  described: false,
});
/** With what it says of its app, which may have no record of its own. */
const principal = (id: string, appId: string, appName: string): RecordPart[] => [
  described(id, ['Principal', 'Base']),
  mentioned(appId, appName),
  edge(appId, 'MemberOf', id, {}, 1),
  whole(id, { of: 'incoming', kind: 'MemberOf' }),
];
const computer = (id: string, place: number, ...users: readonly string[]): RecordPart[] => [
  described(id, ['Computer', 'Base']),
  ...users.map((member) => edge(id, 'HasSession', member, {}, place)),
];

describe('a record that comes again', () => {
  let graph: TestGraphRemoval;

  beforeAll(async () => {
    graph = await TestGraphRemoval.open();
  });
  beforeEach(() => graph.clear());
  afterAll(() => graph.test.drop());

  const query = <Row>(sql: string) => graph.test.database.query<Row>(sql);
  const load = (...records: readonly RecordPart[][]): Promise<LoadResult> =>
    graph.loader.load(producingRecords(records));

  /** The nodes whose records are known, with the kinds of lists of edges into them. */
  const knownNodes = async () =>
    (
      await query<{ id: string }>(
        `SELECT concat_ws(' ', n.objectid, nullif(array_to_string(s.incoming, ' '), '')) AS id
         FROM collected c JOIN node n ON n.id = c.node_id JOIN list_set s ON s.id = c.lists WHERE c.digest IS NOT NULL ORDER BY 1`,
      )
    ).map(({ id }) => id);

  /** What the loader can't know of: a record that is passed over does not mend it. */
  const loseEdges = () => query('DELETE FROM edge');

  it('is passed over, and read anew where it says something else', async () => {
    await load(group('G1', 0, 'U1', 'U2'), group('G2', 1, 'U1'));
    expect(await knownNodes()).toEqual(['G1 1', 'G2 1']);
    await loseEdges();
    expect(await load(group('G1', 0, 'U1', 'U2'), group('G2', 1, 'U3'))).toMatchObject({ edgesCreated: 1 });
    expect(await graph.edges()).toEqual(['U3 MemberOf G2']);
  });

  it('is told by what it says, not by its place', async () => {
    await load(group('G1', 0, 'U1'), group('G2', 1, 'U1'));
    await loseEdges();
    expect(await load(group('G2', 0, 'U1'), group('G1', 1, 'U1'))).toMatchObject({ edgesCreated: 0 });
  });

  it('is written where the load is to be thorough', async () => {
    await load(group('G1', 0, 'U1'));
    await loseEdges();
    const again = graph.loader.load(producingRecords([group('G1', 0, 'U1')]), { isThorough: true });
    expect(await again).toMatchObject({ edgesCreated: 1 });
  });

  it.each([
    ['its node was changed', [user('G1', 'other')], ['G1', 'G2 1']],
    ['an edge came to a list that it gives', [[edge('U9', 'MemberOf', 'G1')]], ['G2 1']],
    ['another gave its list', [group('G1', 0, 'U2')], ['G1 1', 'G2 1']],
    ['nothing that it says was touched', [[edge('U1', 'Owns', 'G1')], user('U1', 'other')], ['G1 1', 'G2 1', 'U1']],
  ] as [string, RecordPart[][], string[]][])('is known or not when %s', async (_, others, left) => {
    await load(group('G1', 0, 'U1'), group('G2', 1, 'U1'));
    await load(...others);
    expect(await knownNodes()).toEqual(left);
  });

  it('is not known when its edges or its nodes were removed', async () => {
    await load(group('G1', 0, 'U1'), user('U1', 'ann'), computer('C1', 2, 'U1'), user('U2', 'bob'));
    await graph.remove({ kinds: ['HasSession'] });
    expect(await knownNodes()).toEqual(['G1 1', 'U2']);
    await graph.remove({ kinds: ['Group'] });
    expect(await knownNodes()).toEqual(['U2']);
    expect(await load(group('G1', 0, 'U1'))).toMatchObject({ nodesCreated: 1, edgesCreated: 1 });
  });

  it('is not known any more where another takes one of its rows, though nothing else changes', async () => {
    const sessions = [...computer('C1', 0, 'U1'), whole('C1', { of: 'outgoing', kind: 'HasSession' })];
    const all = [...sessions, whole('C1', { of: 'incoming', kind: 'AdminTo' })];
    await load(all);
    await load(sessions);
    expect(await knownNodes()).toEqual(['C1']);
    await graph.remove({ kinds: ['HasSession'] });
    expect(await load(all)).toMatchObject({ edgesCreated: 1 });
    await load([...computer('C1', 0, 'U1', 'U2'), whole('C1', { of: 'outgoing', kind: 'HasSession' })]);
    expect(await load(all)).toMatchObject({ edgesRemoved: 1 });
    expect(await graph.edges()).toEqual(['C1 HasSession U1']);
  });

  it('is not known where one of its rows is of a later day', async () => {
    const sessions = [...computer('C1', 0, 'U1'), whole('C1', { of: 'outgoing', kind: 'HasSession' })];
    const all = [...sessions, whole('C1', { of: 'incoming', kind: 'AdminTo' })];
    graph.clock.set('2026-10-05T12:00:00Z');
    await load(sessions);
    await graph.loader.load(producingRecords([all]), { seenOn: '2026-10-04' });
    expect(await knownNodes()).toEqual([]);
  });

  it.each([
    ['say something of the same node', [user('U1', 'ann'), user('U1', 'bob'), user('U2', 'cid')], ['U2']],
    [
      'say something of the same node, of which a third gives a list',
      [user('G1', 'ann'), user('G1', 'bob'), group('G1', 2, 'U1').slice(1), user('U1', 'cid')],
      ['G1 1', 'U1'],
    ],
    [
      'mention what nobody describes',
      [principal('P1', 'A1', 'one'), principal('P2', 'A1', 'two'), user('U3', 'cid')],
      ['U3'],
    ],
    ['give the same list', [group('G1', 0, 'U1').slice(1), group('G1', 1, 'U2').slice(1)], []],
    [
      'state an edge of a list that one of them gives',
      [group('G1', 0, 'U1'), [...user('U2', 'bob'), edge('U2', 'MemberOf', 'G1', {}, 1)], user('U3', 'cid')],
      ['U3'],
    ],
  ] as [string, RecordPart[][], string[]][])('is not known of two that %s', async (_, records, left) => {
    await load(...records);
    expect(await knownNodes()).toEqual(left);
  });

  it('is not known where an end is looked up, or an edge is between others', async () => {
    const byName = { match: [{ key: 'name', value: 'ANN' }], otherwise: known('U1', 'User') };
    await load(
      [described('G1', ['Group']), edge(byName, 'MemberOf', 'G1', {}, 0)],
      [described('G2', ['Group']), edge('A', 'Owns', 'B', {}, 1)],
    );
    expect(await knownNodes()).toEqual([]);
  });

  it('is not known where it is too long to be kept', async () => {
    const users = Array.from({ length: 5000 }, (_, index) => `U${index}`);
    expect(await load(group('G1', 0, ...users), group('G2', 1, 'U1'))).toMatchObject({ edgesCreated: 5001 });
    expect(await knownNodes()).toEqual(['G2 1']);
    expect(await load(group('G1', 0, ...users.slice(1)))).toMatchObject({ edgesCreated: 0, edgesRemoved: 1 });
  });

  it('is not known where its texts are too long to be kept', async () => {
    await load(user('U1', 'x'.repeat(1_000_000)), user('U2', 'x'.repeat(900_000)));
    expect(await knownNodes()).toEqual(['U2']);
  });

  it('renews its day and those whom its lists mention, on a later one', async () => {
    await load(group('G1', 0, 'U1'), user('U2', 'bob'));
    graph.clock.set('2026-10-05T12:00:00Z');
    expect(await load(group('G1', 0, 'U1'))).toMatchObject({ nodesChanged: 0, version: 1 });
    expect(await query('SELECT objectid, last_seen::text FROM node ORDER BY 1')).toEqual([
      { objectid: 'G1', last_seen: '2026-10-05' },
      { objectid: 'U1', last_seen: '2026-10-05' },
      { objectid: 'U2', last_seen: '2026-10-01' },
    ]);
  });

  it('renews the day of no node but those that it mentions', async () => {
    const admins = [
      described('C1', ['Computer', 'Base']),
      whole('C1-544', { of: 'incoming', kind: 'MemberOfLocalGroup' }),
    ];
    await load([edge('U9', 'MemberOfLocalGroup', 'C1-544'), edge('U8', 'MemberOf', 'G1')]);
    await load(group('G1', 0, 'U1'), admins);
    expect(await knownNodes()).toEqual(['C1', 'C1-544 131', 'G1 1']);
    graph.clock.set('2026-10-05T12:00:00Z');
    await load(group('G1', 0, 'U1'), admins);
    expect(await query(`SELECT objectid FROM node WHERE last_seen = '2026-10-05' ORDER BY 1`)).toEqual(
      ['C1', 'G1', 'U1'].map((objectid) => ({ objectid })),
    );
  });

  it('is not known when a node has come of which it gives an empty list', async () => {
    const list = whole('C1-544', { of: 'incoming', kind: 'MemberOfLocalGroup' });
    const empty = [described('C1', ['Computer', 'Base']), list];
    await load(empty);
    await load([edge('U1', 'MemberOfLocalGroup', 'C1-544'), list]);
    expect(await load(empty)).toMatchObject({ edgesRemoved: 1 });
    expect(await knownNodes()).toEqual(['C1', 'C1-544 131']);
  });

  it('is read a second time where the payload itself makes a node of which it gives an empty list', async () => {
    const empty = [
      described('C1', ['Computer', 'Base']),
      whole('C1-544', { of: 'incoming', kind: 'MemberOfLocalGroup' }),
    ];
    await load(empty);
    await load(empty, [edge('U1', 'MemberOfLocalGroup', 'C1-544', {}, 1)]);
    expect(await query('SELECT flags FROM edge')).toEqual([{ flags: EdgeFlag.Listed }]);
  });

  it('is known when properties change of a node of which it merely gives lists', async () => {
    const members = group('G1', 1, 'U1').slice(1);
    await load(user('G1', 'one'), members);
    let times = 0;
    await graph.loader.load(async (sink: GraphSink) => {
      times++;
      await producingRecords([user('G1', 'two'), members])(sink);
    });
    expect(times).toBe(1);
    expect(await knownNodes()).toEqual(['G1', 'G1 1']);
  });

  it('is known though another says something beside of what it describes, and so is the other', async () => {
    await load(app('A1', 'pay'), principal('P1', 'A1', 'pay'));
    expect(await knownNodes()).toEqual(['A1', 'A1 1', 'P1 1']);
    let times = 0;
    await graph.loader.load(async (sink: GraphSink) => {
      times++;
      await producingRecords([app('A1', 'roll'), principal('P1', 'A1', 'pay')])(sink);
    });
    expect(times).toBe(1);
    expect(await knownNodes()).toEqual(['A1', 'A1 1', 'P1 1']);
    expect(await query(`SELECT name FROM node WHERE objectid = 'A1'`)).toEqual([{ name: 'roll' }]);
  });

  it('is known beside a description of an earlier payload, and when that changes', async () => {
    await load(app('A1', 'pay'));
    await load(principal('P1', 'A1', 'own'));
    await load(app('A1', 'roll'));
    expect(await knownNodes()).toEqual(['A1', 'A1 1', 'P1 1']);
  });

  it('is not known when another says something else of what nobody describes, or begins to describe it', async () => {
    await load(principal('P1', 'A1', 'one'));
    expect(await knownNodes()).toEqual(['A1', 'P1 1']);
    await load([mentioned('A1', 'two'), user('U1', 'ann')[0]!]);
    expect(await knownNodes()).toEqual(['A1', 'U1']);
    await load(principal('P1', 'A1', 'one'));
    expect(await query(`SELECT name FROM node WHERE objectid = 'A1'`)).toEqual([{ name: 'one' }]);
    await load(app('A1', 'pay'));
    expect(await knownNodes()).toEqual(['A1 1']);
  });

  it('is written on a later day where it states edges singly', async () => {
    await load(computer('C1', 0, 'U1'));
    await load(computer('C1', 0, 'U1'));
    graph.clock.set('2026-10-05T12:00:00Z');
    await load(computer('C1', 0, 'U1'));
    expect(await query('SELECT seen_on::text FROM edge_seen')).toEqual([{ seen_on: '2026-10-05' }]);
  });

  it('is read a second time where another load changes meanwhile what it says', async () => {
    // So many that those before are looked up before they end.
    const users = Array.from({ length: 6000 }, (_, index) => user(`U${index}`, 'one of many'));
    await load(group('G1', 0, 'U1'), ...users);
    let times = 0;
    const result = await graph.loader.load(async (sink: GraphSink) => {
      times++;
      await producingRecords([group('G1', 0, 'U1'), ...users])(sink);
      if (times === 1) await load(group('G1', 0, 'U2'));
    });
    expect(times).toBe(2);
    expect(result).toMatchObject({ edgesCreated: 1, edgesRemoved: 1 });
    expect(await graph.edges()).toEqual(['U1 MemberOf G1']);
  });

  it('is read a second time where the payload itself changes what it says', async () => {
    await load(group('G1', 0, 'U1'));
    expect(await load(group('G1', 0, 'U1'), [...user('U2', 'bob'), edge('U2', 'MemberOf', 'G1', {}, 1)])).toMatchObject(
      {
        edgesCreated: 1,
        edgesRemoved: 0,
      },
    );
    expect(await load(group('G1', 0, 'U1'))).toMatchObject({ edgesRemoved: 1 });
    expect(await graph.edges()).toEqual(['U1 MemberOf G1']);
  });
});

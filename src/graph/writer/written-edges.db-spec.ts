import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { described, edge, whole, type RecordPart } from '../graph-records.fixture.js';
import { WrittenGraph } from './written-graph.fixture.js';

const group = (...members: readonly string[]): RecordPart[] => [
  described('G', ['Group', 'Base']),
  ...members.map((member) => edge(member, 'MemberOf', 'G')),
  whole('G', { of: 'incoming', kind: 'MemberOf' }),
];
const user = (id: string, ...groups: readonly string[]): RecordPart[] => [
  described(id, ['User', 'Base']),
  ...groups.map((it) => edge(id, 'MemberOf', it, { isprimarygroup: true })),
  whole(id, { of: 'primary-group' }),
];

describe('edges that are written', () => {
  let graph: WrittenGraph;

  beforeAll(async () => {
    graph = await WrittenGraph.open();
  });
  beforeEach(() => graph.clear());
  afterAll(() => graph.test.drop());

  it('merge their properties, flags and others', async () => {
    await graph.load(edge('A', 'Owns', 'B', { isinherited: true, x: 1 }));
    const result = await graph.load(edge('A', 'Owns', 'B', { isinherited: false, y: 2 }));
    expect(result).toMatchObject({ edgesCreated: 0, edgesChanged: 1 });
    expect(await graph.edges()).toEqual(['A Owns B 1 {"x": 1, "y": 2}']);
  });

  it('keep properties whose names JavaScript gives a meaning', async () => {
    const odd = Object.fromEntries([
      ['constructor', true],
      ['__proto__', 1],
    ]);
    await graph.load(edge('A', 'Owns', 'B', odd));
    expect(await graph.edges()).toEqual(['A Owns B 1 {"__proto__": 1, "constructor": true}']);
  });

  it('have the last value of each property within a payload', async () => {
    await graph.load(
      edge('A', 'Owns', 'B', { isacl: true, isinherited: true, x: 1 }),
      edge('A', 'Owns', 'B', { isacl: true, isinherited: false, x: 2 }),
    );
    expect(await graph.edges()).toEqual(['A Owns B 5 {"x": 2}']);
  });

  it('keep their kind and one owner if OpenGraph calls them a right or a primary group', async () => {
    await graph.load(edge('C', 'HasSession', 'U', { isacl: true }), edge('A', 'Owns', 'B', { isprimarygroup: true }));
    const again = await graph.load(edge('C', 'HasSession', 'U', {}), edge('A', 'Owns', 'B', {}));
    expect(again).toMatchObject({ edgesCreated: 0, edgesChanged: 0 });
    expect(await graph.edges()).toEqual(['A Owns B 17', 'C HasSession U 5']);
  });

  it('are one edge if they are stated as a right and not as one', async () => {
    expect(await graph.load(edge('A', 'Owns', 'B', { isacl: true }))).toMatchObject({ edgesCreated: 1 });
    expect(await graph.load(edge('A', 'Owns', 'B', { x: 1 }))).toMatchObject({ edgesCreated: 1, edgesChanged: 0 });
    expect(await graph.edges()).toEqual(['A Owns B 5 {"x": 1}']);
  });

  it('stay derived if a source now states them, too', async () => {
    await graph.load(edge('U', 'AdminTo', 'C'));
    await graph.test.database.query('UPDATE edge_list SET origin = 2, days = NULL');
    expect(await graph.load(edge('U', 'AdminTo', 'C'))).toMatchObject({ edgesCreated: 1, edgesChanged: 0 });
    expect(await graph.edges()).toEqual(['U AdminTo C 3']);
  });

  describe('of members', () => {
    it.each([
      ['user, then group', [user('U', 'G')], [group('U')], { edgesCreated: 1 }, { edgesCreated: 1, edgesChanged: 0 }],
      ['group, then user', [group('U')], [user('U', 'G')], { edgesCreated: 1 }, { edgesCreated: 1, edgesChanged: 0 }],
      ['both at once', [], [user('U', 'G'), group('U')], {}, { edgesCreated: 2, edgesChanged: 0 }],
      ['user leaves, group keeps', [user('U', 'G'), group('U')], [user('U')], {}, { edgesRemoved: 1, edgesChanged: 0 }],
      ['group drops, user keeps', [user('U', 'G'), group('U')], [group()], {}, { edgesRemoved: 1, edgesChanged: 0 }],
      [
        'both drop at once',
        [user('U', 'G'), group('U')],
        [group(), user('U')],
        {},
        { edgesRemoved: 2, edgesChanged: 0 },
      ],
      ['from one to the other', [user('U', 'G')], [user('U'), group('U')], {}, { edgesCreated: 1, edgesRemoved: 1 }],
    ])('in the list of the group and in that of the primary group are counted in each: %s', async (...of) => {
      const [, first, second, counted, again] = of;
      expect(await graph.ingest(...first)).toMatchObject(counted);
      expect(await graph.ingest(...second)).toMatchObject(again);
    });
  });
});

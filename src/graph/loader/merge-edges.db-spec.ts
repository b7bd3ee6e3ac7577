import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { edge, producingRecords, whole } from '../graph-records.fixture.js';
import { TestLoader } from './loader.fixture.js';

describe('edges that are loaded', () => {
  let graph: TestLoader;

  beforeAll(async () => {
    graph = await TestLoader.open();
  });
  beforeEach(() => graph.clear());
  afterAll(() => graph.test.drop());

  it('merge their properties, bits and others', async () => {
    await graph.load(edge('A', 'Owns', 'B', { isacl: true, isinherited: true, x: 1 }));
    const result = await graph.load(edge('A', 'Owns', 'B', { isinherited: false, y: 2 }));
    expect(result).toMatchObject({ edgesCreated: 0, edgesChanged: 1 });
    expect(await graph.edges()).toEqual([{ edge: 'A Owns B 5 {"x": 1, "y": 2}' }]);
  });

  it('keep properties whose names JavaScript gives a meaning', async () => {
    await graph.load(
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
    expect(await graph.edges()).toEqual([{ edge: 'A Owns B 1 {"__proto__": 1, "constructor": true}' }]);
  });

  it('are what their last statement within a payload says, property by property', async () => {
    await graph.load(
      edge('A', 'Owns', 'B', { isacl: true, isinherited: true, x: 1 }),
      edge('A', 'Owns', 'B', { isinherited: false, x: 2 }),
    );
    expect(await graph.edges()).toEqual([{ edge: 'A Owns B 5 {"x": 2}' }]);
  });

  it('stay derived where a source now states them too, and both are told apart', async () => {
    await graph.load(edge('U', 'AdminTo', 'C'));
    await graph.test.database.query('UPDATE edge SET flags = 2');
    expect(await graph.load(edge('U', 'AdminTo', 'C'))).toMatchObject({ edgesCreated: 0, edgesChanged: 1 });
    expect(await graph.edges()).toEqual([{ edge: 'U AdminTo C 3' }]);
  });

  /** How many edges of a kind lie behind one that the primary key has after them. */
  const outOfOrder = async (kind: string) => {
    const [row] = await graph.test.database.query<{ count: number }>(
      `SELECT count(*)::int AS count
       FROM (SELECT (source, target) < lag((source, target)) OVER (ORDER BY ctid) AS is_back
         FROM edge WHERE kind = (SELECT id FROM kind WHERE name = $1)) e WHERE is_back`,
      [kind],
    );
    return row?.count;
  };

  it.each([
    ['that their records give', 'incoming'],
    ['that other records may give', 'outgoing'],
  ] as const)('lie in the order of the primary key, those in lists %s', async (_, of) => {
    const edges = 20_000;
    const groups = (kind: string) =>
      Array.from({ length: 100 }, (_group, place) => [
        ...Array.from({ length: edges / 100 }, (_member, i) =>
          edge(`U${(place * 7919 + i * 104_729) % edges}`, kind, `G${place}`, {}, place),
        ),
        whole(`G${place}`, { of, kind }),
      ]);
    await graph.loader.load(producingRecords(groups('Owns')));
    await graph.test.database.query('ANALYZE edge');
    const { edgesCreated } = await graph.loader.load(producingRecords(groups('MemberOf')));
    expect(edgesCreated).toBe(edges);
    expect(await outOfOrder('MemberOf')).toBe(0);
  });
});

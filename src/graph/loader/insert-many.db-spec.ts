import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '../../../test/support/test-database.js';
import type { SqlRunner } from '../../database/database.js';
import { SqlScript } from '../../database/sql-script.js';
import { TestGraph } from '../graph.fixture.js';
import { edge, heavy, producing, producingRecords, whole } from '../graph-records.fixture.js';
import { indexesOf } from './indexes.fixture.js';
import { insertMany } from './insert-many.js';

/** As many edges as are worth an index made anew. */
const many = 10_000;

const edgesFrom = (source: string, count: number) =>
  Array.from({ length: count }, (_, i) => edge(`${source}${Math.floor(i / 100)}`, 'Owns', `T${i % 100}`));

/** Edges of nodes that are not there. */
const edges = 'INSERT INTO edge (source, kind, target, flags) SELECT $1 + n, 1, n, 1 FROM generate_series(1, $2) n';

/** @param created told to come; `count` come */
async function fill(tx: SqlRunner, created: number, from: number, count: number) {
  const script = new SqlScript(tx);
  await insertMany(script, 'edge', created, edges, [from, count]);
  await script.run();
}

describe('insertMany', () => {
  let graph: TestGraph;
  let test: TestDatabase;

  beforeAll(async () => {
    graph = await TestGraph.open();
    test = graph.test;
  });

  afterAll(() => test.drop());

  beforeEach(() => graph.clear());

  const indexes = () => indexesOf(test.database, 'edge');

  const constraints = () =>
    test.database.query(`
      SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conrelid = 'edge'::regclass AND contype = 'p'`);

  const load = (source: string, count: number) => graph.load(...edgesFrom(source, count));

  /** By the index of either direction. */
  const counts = () =>
    test.database.transaction(async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off');
      return tx.query(`
        SELECT (SELECT count(*)::int FROM edge WHERE source IN (SELECT id FROM node)) AS forward,
          (SELECT count(*)::int FROM edge WHERE target IN (SELECT id FROM node)) AS backward`);
    });

  it('makes the indexes anew for the first load of many', async () => {
    const before = await indexes();
    expect(await load('A', many)).toMatchObject({ edgesCreated: many });
    const after = await indexes();
    expect(after.map(({ definition }) => definition)).toEqual(before.map(({ definition }) => definition));
    expect(before).toHaveLength(3);
    expect(after.filter(({ oid }) => before.some((one) => one.oid === oid))).toEqual([
      expect.objectContaining({ definition: expect.stringMatching(/^CREATE INDEX edge_derived /) }),
    ]);
    expect(await constraints()).toEqual([{ definition: 'PRIMARY KEY (source, kind, target)' }]);
    expect(await counts()).toEqual([{ forward: many, backward: many }]);
  });

  it('keeps them for few, and for few beside many', async () => {
    const first = await indexes();
    await load('A', many - 1);
    expect(await indexes()).toEqual(first);
    await load('B', 5 * many);
    const second = await indexes();
    expect(second).not.toEqual(first);
    await load('C', many);
    expect(await indexes()).toEqual(second);
    expect(await counts()).toEqual([{ forward: 7 * many - 1, backward: 7 * many - 1 }]);
  });

  it('lets a reader be, and inserts all the same', async () => {
    const before = await indexes();
    await test.database.transaction(async (reader) => {
      await reader.query('SELECT count(*) FROM edge');
      expect(await load('A', many)).toMatchObject({ edgesCreated: many });
    });
    expect(await indexes()).toEqual(before);
    expect(await counts()).toEqual([{ forward: many, backward: many }]);
  });

  it.each([
    [0, 1_000_000, true],
    [0, 1_000_001, false],
    [1, 999_999, true],
    [2, 999_999, false],
  ])('with %i rows there and %i told to come, makes the indexes anew: %s', async (there, created, isAnew) => {
    await test.database.query(edges, [0, there]);
    const before = await indexes();
    await test.database.transaction((tx) => fill(tx, created, 100, 10));
    const after = await indexes();
    expect(after.map(({ oid }, place) => oid !== before[place]?.oid)).toEqual([false, isAnew, isAnew]);
    expect(await test.database.query('SELECT count(*)::int AS edges FROM edge')).toEqual([{ edges: there + 10 }]);
  });

  it.each(['SELECT, INSERT', 'SELECT, INSERT, UPDATE, DELETE'])(
    'keeps them where its user may only %s, and inserts all the same',
    async (granted) => {
      const before = await indexes();
      const role = `reader_of_${test.url.split('/').at(-1)}`;
      const rolledBack = test.database.transaction(async (tx) => {
        await tx.query(`CREATE ROLE ${role}; GRANT ${granted} ON edge TO ${role}; SET LOCAL ROLE ${role}`);
        await fill(tx, many, 0, many);
        expect(await indexesOf(tx, 'edge')).toEqual(before);
        expect(await tx.query('SELECT count(*)::int AS edges FROM edge')).toEqual([{ edges: many }]);
        throw new Error('the role is for this transaction alone');
      });
      await expect(rolledBack).rejects.toThrow('the role is for this transaction alone');
    },
  );

  it('fills the days of single edges in the same way', async () => {
    const pkey = () => test.database.query(`SELECT 'edge_seen_pkey'::regclass::oid AS oid`);
    const before = await pkey();
    await load('A', many);
    const first = await pkey();
    expect(first).not.toEqual(before);
    await graph.loader.load(producing(...edgesFrom('A', many)), { isThorough: true });
    expect(await pkey()).toEqual(first);
    expect(await test.database.query('SELECT count(*)::int AS edges FROM edge_seen')).toEqual([{ edges: many }]);
  });

  const pkeyOfLists = () => test.database.query(`SELECT 'collected_pkey'::regclass::oid AS oid`);

  const loadLists = (count: number) =>
    graph.load(
      ...Array.from({ length: count }, (_, i) => [
        whole(`G${i}`, { of: 'incoming', kind: 'MemberOf' }),
        edge('U', 'MemberOf', `G${i}`),
      ]).flat(),
    );

  it('fills the days of lists in the same way', async () => {
    const before = await pkeyOfLists();
    await loadLists(many);
    expect(await pkeyOfLists()).not.toEqual(before);
    expect(await test.database.query('SELECT count(*)::int AS lists FROM collected')).toEqual([{ lists: many }]);
    await expect(test.database.query(`INSERT INTO collected SELECT * FROM collected LIMIT 1`)).rejects.toThrow(
      'duplicate key',
    );
  });

  it('does so while another payload is read, which looks up what is known', async () => {
    await loadLists(1);
    const before = await pkeyOfLists();
    await graph.loader.load(async (sink) => {
      for (const digit of [1, 2, 3]) await producingRecords([heavy(digit)])(sink);
      await loadLists(many + 1);
    });
    expect(await pkeyOfLists()).not.toEqual(before);
  });
});

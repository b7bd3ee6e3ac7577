import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '../../../test/support/test-database.js';
import { TestGraph } from '../graph.fixture.js';
import { described, edge, known } from '../graph-records.fixture.js';
import { indexesOf } from './indexes.fixture.js';

/** As many nodes as are worth indexes made anew. */
const many = 10_000;

const usersOf = (letter: string, count: number) =>
  Array.from({ length: count }, (_, i) =>
    described(`${letter}${i}`, ['User', 'Base'], { name: `${letter}-${i}`, domainsid: `S-${i % 3}` }),
  );

describe('nodes that a payload brings', () => {
  let graph: TestGraph;
  let test: TestDatabase;

  beforeAll(async () => {
    graph = await TestGraph.open();
    test = graph.test;
  });

  afterAll(() => test.drop());

  beforeEach(() => graph.clear());

  const indexes = () => indexesOf(test.database, 'node');

  const primaryKey = () =>
    test.database.query(`
      SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE conrelid = 'node'::regclass AND contype = 'p'`);

  const nodesById = async () =>
    (await test.database.query<{ objectid: string }>('SELECT objectid FROM node ORDER BY id')).map((n) => n.objectid);

  const kindsOf = async (objectid: string) =>
    (
      await test.database.query<{ kind: string; kinds: string[] }>(
        `SELECT (SELECT name FROM kind WHERE id = n.kind) AS kind,
           ARRAY(SELECT k.name FROM unnest(n.kinds) WITH ORDINALITY u(id, o) JOIN kind k USING (id) ORDER BY o) AS kinds
         FROM node n WHERE objectid = $1`,
        [objectid],
      )
    )[0];

  const computers = async () =>
    (await test.database.query<{ computers: string }>('SELECT computers FROM graph_state'))[0]?.computers;

  /** By each index alone. */
  const found = () =>
    test.database.transaction(async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off');
      return (
        await tx.query(`
          SELECT (SELECT count(*)::int FROM node WHERE id > 0) AS by_id,
            (SELECT count(*)::int FROM node WHERE objectid >= '') AS by_objectid,
            (SELECT count(*)::int FROM (SELECT FROM node ORDER BY kind, name, id) n) AS by_name,
            (SELECT count(*)::int FROM (SELECT FROM node ORDER BY kind, objectid, id) n) AS by_kind,
            (SELECT count(*)::int FROM node WHERE environment = 'S-1') AS of_an_environment`)
      )[0];
    });

  it('are numbered as they are described, then those merely mentioned in the order of their object ids, and later ones after them', async () => {
    await graph.load(
      edge('M2', 'Owns', 'D1'),
      described('D2', ['User']),
      edge('M1', 'Owns', 'M2'),
      described('D1', ['User']),
    );
    await graph.load(described('A', ['User']), described('M1', ['User']));
    expect(await nodesById()).toEqual(['D2', 'D1', 'M1', 'M2', 'A']);
  });

  it('have the kinds of descriptions and of mentions', async () => {
    await graph.load(
      described('X', ['Base'], { name: 'PC' }),
      edge(known('X', 'Computer', 'Base'), 'Owns', known('Y', 'Group')),
      edge(known('Y', 'Computer', 'ADLocalGroup'), 'Owns', known('X', 'AZDevice')),
      edge(known('Y', 'Group'), 'Owns', known('Z', 'Computer')),
    );
    expect(await kindsOf('X')).toEqual({ kind: 'Computer', kinds: ['Computer', 'AZDevice', 'Base'] });
    expect(await kindsOf('Y')).toEqual({ kind: 'Group', kinds: ['Group', 'Computer', 'ADLocalGroup'] });
    expect(await computers()).toBe('2');
    expect(
      await graph.load(edge(known('Z', 'User', 'Base'), 'Owns', 'X'), described('Y', ['ADLocalGroup', 'Base'])),
    ).toMatchObject({ nodesCreated: 0, nodesChanged: 2 });
    expect(await kindsOf('Z')).toEqual({ kind: 'Computer', kinds: ['Computer', 'User', 'Base'] });
    expect(await kindsOf('Y')).toEqual({ kind: 'Group', kinds: ['ADLocalGroup', 'Group', 'Computer', 'Base'] });
    expect(await computers()).toBe('2');
  });

  it('are found by their properties and kinds by edges of the same payload, those told of twice too', async () => {
    const told = await graph.load(
      described('U1', ['User', 'Base'], { name: 'ANN' }),
      described('U1', ['Group', 'Base'], { mail: 'ann@x' }),
      described('U2', ['User', 'Base'], { name: 'ANN', mail: 'b@x' }),
      edge({ match: [{ key: 'name', value: 'ann' }], kind: 'Group' }, 'Owns', 'T1'),
      edge({ match: [{ key: 'mail', value: 'ann@x' }] }, 'Owns', 'T2'),
      edge({ match: [{ key: 'objectid', value: 'u2' }] }, 'Owns', 'T3'),
    );
    expect(told).toMatchObject({ nodesCreated: 5, edgesCreated: 3, unresolvedCount: 0 });
    expect(
      await test.database.query(`
        SELECT s.objectid AS source, t.objectid AS target FROM edge e JOIN node s ON s.id = e.source JOIN node t ON t.id = e.target
        ORDER BY 2`),
    ).toEqual([
      { source: 'U1', target: 'T1' },
      { source: 'U1', target: 'T2' },
      { source: 'U2', target: 'T3' },
    ]);
  });

  it('are one node where several loads bring them at once', async () => {
    const results = await Promise.all(
      ['A', 'B', 'C'].map((letter) => graph.load(edge(letter, 'Owns', 'SHARED'), edge('ALSO', 'Owns', letter))),
    );
    expect(results.map(({ nodesCreated }) => nodesCreated).toSorted((a, b) => a - b)).toEqual([1, 1, 3]);
    expect((await nodesById()).toSorted()).toEqual(['A', 'ALSO', 'B', 'C', 'SHARED']);
  });

  it('make the indexes anew where they are many, and the same ones', async () => {
    const [before, key] = [await indexes(), await primaryKey()];
    await graph.load(...usersOf('A', many));
    const after = await indexes();
    expect(before).toHaveLength(5);
    expect(after.map(({ definition }) => definition)).toEqual(before.map(({ definition }) => definition));
    expect(after.filter(({ oid }) => before.some((one) => one.oid === oid))).toEqual([]);
    expect(await primaryKey()).toEqual(key);
    expect(await found()).toEqual({
      by_id: many,
      by_objectid: many,
      by_name: many,
      by_kind: many,
      of_an_environment: 3333,
    });
    await graph.load(...usersOf('B', 2 * many));
    const second = await indexes();
    expect(second.filter(({ oid }) => after.some((one) => one.oid === oid))).toEqual([]);
    await graph.load(...usersOf('C', many));
    expect(await indexes()).toEqual(second);
    expect(await found()).toMatchObject({ by_id: 4 * many, by_objectid: 4 * many, by_name: 4 * many });
  });

  it('keep the indexes where they are few, and where somebody reads', async () => {
    const before = await indexes();
    await graph.load(...usersOf('A', many - 1));
    await test.database.transaction(async (reader) => {
      await reader.query('SELECT count(*) FROM node');
      await graph.load(...usersOf('B', many));
    });
    expect(await indexes()).toEqual(before);
    expect(await found()).toMatchObject({ by_id: 2 * many - 1, by_objectid: 2 * many - 1 });
  });

  it('keep no reader waiting while the rest is merged', async () => {
    const { database } = test;
    const isWaiting = `
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%graph_state SET version%'`;
    let loading: Promise<unknown> | undefined;
    await database.transaction(async (holder) => {
      await holder.query('SELECT FROM graph_state FOR UPDATE');
      loading = graph.load(...usersOf('A', many), edge('A1', 'Owns', 'A2'));
      while ((await database.query(isWaiting)).length === 0) await setTimeout(20);
      await database.transaction(async (reader) => {
        await reader.query(`SET LOCAL lock_timeout = '1ms'`);
        expect(await reader.query('SELECT count(*)::int AS nodes FROM node')).toEqual([{ nodes: 0 }]);
      });
    });
    expect(await loading).toMatchObject({ nodesCreated: many, edgesCreated: 1 });
    expect(await found()).toMatchObject({ by_id: many });
  });
});

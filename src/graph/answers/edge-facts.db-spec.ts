import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { readEdgeFacts } from './edge-facts.js';
import { writeGraph } from '../graph.fixture.js';
import { edge } from '../graph-records.fixture.js';
import type { PathEdge } from '../questions/paths/path-subgraph.js';
import { PropertyFlag } from '../store/edge-flag.js';

let test: TestDatabase;

beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.drop());

it('finds each of many kinds of rights between two nodes', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `Right${index}`);
  const { database } = test;
  const rights = ['A', 'B', 'C'].flatMap((source) => names.map((name) => edge(source, name, 'X', { isacl: true })));
  await writeGraph(database, rights, { day: '2026-03-01' });
  const kinds = await database.query<{ id: number }>("SELECT id FROM kind WHERE name LIKE 'Right%' ORDER BY id");
  const idOf = async (objectid: string) =>
    (await database.query<{ id: number }>('SELECT id FROM node WHERE objectid = $1', [objectid]))[0]!.id;
  const [source, target] = [await idOf('B'), await idOf('X')];
  const edges = kinds.map(({ id }): PathEdge => [source, id, target, PropertyFlag.isacl]);

  expect(kinds).toHaveLength(300);
  expect(await readEdgeFacts(database, edges, 0)).toEqual(
    edges.map(() => ({ lastSeen: '2026-03-01', properties: { isacl: true, isinherited: false } })),
  );
});

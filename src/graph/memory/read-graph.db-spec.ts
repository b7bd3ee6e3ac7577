import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { clearGraph } from '../../../test/support/test-graph.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { described, edge } from '../graph-records.fixture.js';
import { writeGraph } from '../graph.fixture.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { onlyLinksFlag } from '../store/edge-flag.js';
import { MemoryGraph } from './memory-graph.js';
import { readGraphData } from './read-graph.js';
import { edgeCountOf, expectSame, store, storedGraph } from './stored-graph.fixture.js';

describe('readGraphData', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await testDatabase();
  });

  afterAll(() => test.drop());

  it('reads an empty graph', async () => {
    const graph = new MemoryGraph(await readGraphData(test.database));
    expect(graph).toMatchObject({ version: 0, nodeCount: 0 });
    expect(edgeCountOf(graph.data)).toBe(0);
    expect(graph.exists(1)).toBe(false);
  });

  it('marks limited rights whose privileges can link policies and no more', async () => {
    await clearGraph(test.database);
    const privileges: readonly (readonly string[] | undefined)[] = [
      ['GenericWrite'],
      ['GenericWrite', 'WriteGPLink'],
      ['GenericWrite', 'WriteDacl'],
      ['WriteOwnerRaw'],
      [],
      undefined,
    ];
    await writeGraph(test.database, [
      described('A', ['OU'], {}),
      ...privileges.map((it, index) =>
        edge(`U${index}`, 'OwnsLimitedRights', 'A', { isacl: true, ...(it && { privileges: it }) }),
      ),
      edge('U0', 'WriteDacl', 'A', { isacl: true }),
    ]);
    const graph = new MemoryGraph(await readGraphData(test.database));
    const ids = new Map(
      (await test.database.query<{ id: number; objectid: string }>('SELECT id, objectid FROM node')).map((it) => [
        it.objectid,
        it.id,
      ]),
    );
    const place = (objectid: string) => graph.placeOf(ids.get(objectid)!);
    const isMarked = (name: string, kind: number) =>
      (graph.flagsOf(place(name), kind, place('A'))! & onlyLinksFlag) !== 0;
    expect(privileges.map((_, index) => isMarked(`U${index}`, Kind.OwnsLimitedRights))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(isMarked('U0', Kind.WriteDacl)).toBe(false);
  });

  it('equals plain maps of the tables', async () => {
    await fc.assert(
      fc.asyncProperty(storedGraph, async (stored) => {
        await clearGraph(test.database);
        await store(test.database, stored.nodes, stored.lists);
        expectSame(new MemoryGraph(await readGraphData(test.database)), stored);
      }),
      { numRuns: 60 },
    );
  });
});

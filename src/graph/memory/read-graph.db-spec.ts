import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { clearGraph } from '../../../test/support/test-graph.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
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

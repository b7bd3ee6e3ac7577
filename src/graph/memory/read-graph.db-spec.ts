import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { clearGraph } from '../../../test/support/test-graph.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { readGraph } from './read-graph.js';
import { expectSame, store, storedGraph } from './stored-graph.fixture.js';

describe('readGraph', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await testDatabase();
  });

  afterAll(() => test.drop());

  it('reads an empty graph', async () => {
    const graph = await readGraph(test.database);
    expect(graph).toMatchObject({ version: 0, edgeCount: 0, nodeCount: 0 });
    expect(graph.exists(1)).toBe(false);
  });

  it('equals plain maps of the tables', async () => {
    await fc.assert(
      fc.asyncProperty(storedGraph, async (stored) => {
        await clearGraph(test.database);
        await store(test.database, stored.nodes, stored.lists);
        expectSame(await readGraph(test.database), stored);
      }),
      { numRuns: 60 },
    );
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { clearGraph } from '../../../test/support/test-graph.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { ChangeLog } from '../store/change-log.js';
import { publish } from '../store/graph-version.js';
import { MemoryGraph } from './memory-graph.js';
import { readGraphData } from './read-graph.js';
import { readOverlay } from './read-overlay.js';
import {
  expectSame,
  maxNodes,
  store,
  type StoredGraph,
  storedGraph,
  storedNode,
  type StoredRow,
  storedRows,
} from './stored-graph.fixture.js';

const id = fc.integer({ min: 1, max: maxNodes });

const step = fc.record({
  created: fc.option(storedNode),
  /** Nodes that exist change or, if null, are deleted. */
  nodes: fc.array(fc.tuple(id, fc.option(storedNode)), { maxLength: 3 }),
  /** Null: the owner's lists are deleted. */
  lists: fc.uniqueArray(fc.tuple(id, fc.option(storedRows)), { maxLength: 3, selector: ([owner]) => owner }),
});

describe('readOverlay', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await testDatabase();
  });

  afterAll(() => test.drop());

  beforeEach(() => clearGraph(test.database));

  /** Applies a step to the tables and to the plain maps, as one version. */
  async function change(
    stored: StoredGraph,
    { created, nodes, lists }: typeof step extends fc.Arbitrary<infer S> ? S : never,
    fresh: number,
  ): Promise<void> {
    const changed = new Map(nodes.filter(([node]) => stored.nodes.has(node)));
    if (created) changed.set(fresh, created);
    const written = lists.map(([owner, rows]) => [owner, rows && withPeer(rows, created ? fresh : null)] as const);
    for (const [node, it] of changed)
      if (it) stored.nodes.set(node, it);
      else stored.nodes.delete(node);
    for (const [owner, rows] of written) stored.lists.set(owner, rows ?? []);
    await store(test.database, changed, written);
    await test.database.transaction((tx) =>
      publish(tx, { owners: lists.map(([owner]) => owner), nodes: changed.keys(), log: new ChangeLog(false) }),
    );
  }

  it('equals plain maps and a graph that is read as a whole, after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(storedGraph, fc.array(step, { minLength: 1, maxLength: 5 }), async ({ nodes, lists }, steps) => {
        const stored = { nodes: new Map(nodes), lists: new Map(lists) };
        await clearGraph(test.database);
        await store(test.database, stored.nodes, stored.lists);
        let data = await readGraphData(test.database);
        for (const [index, it] of steps.entries()) {
          await change(stored, it, maxNodes + 1 + index);
          data = (await readOverlay(test.database, data))!;
          expectSame(new MemoryGraph(data), stored);
        }
        expectSame(new MemoryGraph(await readGraphData(test.database)), stored);
      }),
      { numRuns: 60 },
    );
  });

  const bump = (owners: readonly number[] | null) =>
    test.database.query(
      'UPDATE graph_state SET version = version + 1; INSERT INTO graph_change SELECT version, ' +
        (owners ? `'{${owners.join(',')}}', '{}'` : 'NULL, NULL') +
        ' FROM graph_state',
    );

  it('returns the same graph if nothing changed', async () => {
    const data = await readGraphData(test.database);
    expect(await readOverlay(test.database, data)).toBe(data);
  });

  it('demands the whole graph if a version lists no changes', async () => {
    const data = await readGraphData(test.database);
    await bump([1]);
    await bump(null);
    expect(await readOverlay(test.database, data)).toBeNull();
  });

  it('demands the whole graph if the changes of a version are not known any more', async () => {
    const data = await readGraphData(test.database);
    await bump([1]);
    await bump([2]);
    await test.database.query('DELETE FROM graph_change WHERE version = 1');
    expect(await readOverlay(test.database, data)).toBeNull();
  });

  it('demands the whole graph if the database was restored to an earlier version', async () => {
    await bump([1]);
    const data = await readGraphData(test.database);
    await clearGraph(test.database);
    expect(await readOverlay(test.database, data)).toBeNull();
  });

  it('demands the whole graph if much of it changed', async () => {
    const data = await readGraphData(test.database);
    await bump(Array.from({ length: 1001 }, (_, index) => index + 1));
    expect(await readOverlay(test.database, data)).toBeNull();
  });
});

/** Rows; some also name the created node. */
function withPeer(rows: readonly StoredRow[], created: number | null): StoredRow[] {
  return rows.map((row, index) =>
    created === null || index % 2 === 1
      ? row
      : {
          ...row,
          peers: [...row.peers, created],
          kinds: row.kinds && [...row.kinds, row.kinds[0] ?? 0],
          flags: row.flags && [...row.flags, 0],
        },
  );
}

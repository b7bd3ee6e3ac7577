import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { readEdgeFacts } from '../answers/edge-facts.js';
import type { PathEdge } from '../questions/paths/path-subgraph.js';
import { ChangeLog } from '../store/change-log.js';
import { lastSeenOf } from '../store/days.js';
import { lockGraphForWriting } from '../store/graph-transaction.js';
import { publish } from '../store/graph-version.js';
import { renewDays } from '../store/renewed-days.js';
import { plainTables, writeTables } from '../writer/removal/plain-lists.fixture.js';
import { bytesOf } from './graph-budget.js';
import type { GraphData } from './graph-data.js';
import { SeenDays } from './graph-days.js';
import { MemoryGraph } from './memory-graph.js';
import { withDays } from './read-days.js';
import { readGraphData } from './read-graph.js';
import { readOverlay } from './read-overlay.js';

function edgesIn(graph: MemoryGraph): PathEdge[] {
  const edges: PathEdge[] = [];
  graph.edges((source, kind, target, flags) => edges.push([graph.idOf(source), kind, graph.idOf(target), flags]));
  return edges;
}

describe('withDays', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await testDatabase();
  });
  afterAll(() => test.drop());

  /** What answers show of the nodes and edges in memory, read by statements. */
  async function storedDays(graph: MemoryGraph): Promise<unknown[]> {
    const nodes = await test.database.query<{ id: number; day: string }>(
      `SELECT n.id, (${lastSeenOf('n')})::text AS day FROM node n ORDER BY id`,
    );
    const edges = edgesIn(graph);
    const facts = await readEdgeFacts(test.database, edges, graph.data.kindsVersion);
    return [nodes.map(({ id, day }) => [id, day]), edges.map(([...edge], index) => [...edge, facts[index]!.lastSeen])];
  }

  function daysIn(data: GraphData): unknown[] {
    const graph = new MemoryGraph(data);
    const days = new SeenDays(data, data.days!);
    const nodes = Array.from({ length: data.size }, (_, node) => node).filter((node) => graph.exists(node));
    const place = (id: number) => graph.placeOf(id);
    return [
      nodes.map((node) => [graph.idOf(node), days.ofNode(node)]),
      edgesIn(graph).map(([source, kind, target, flags]) => [
        source,
        kind,
        target,
        flags,
        days.ofEdge(place(source), kind, place(target)),
      ]),
    ];
  }

  it('gives nodes and edges the days of their rows, also after changes and renewals', async () => {
    await fc.assert(
      fc.asyncProperty(
        plainTables,
        fc.uniqueArray(fc.integer({ min: 1, max: 6 })),
        fc.uniqueArray(fc.integer({ min: 1, max: 6 })),
        async (tables, changed, renewed) => {
          await writeTables(test.database, tables);
          const whole = await readGraphData(test.database);
          const dated = await withDays(test.database, whole);
          expect(daysIn(dated)).toEqual(await storedDays(new MemoryGraph(whole)));
          await test.database.transaction(async (tx) => {
            await renewDays(tx, 'node_days', renewed, '2026-10-20');
            await renewDays(tx, 'record_days', changed, '2026-10-21');
            await tx.query(
              "INSERT INTO node (id, objectid, kind, kinds, name, described, last_seen) VALUES (9, 'N9', 1, '{}', 'N9', true, '2026-10-03')",
            );
            await tx.query(
              `INSERT INTO edge_list (owner, list, origin, peers, days) SELECT 9, 1, 1, array_agg(id ORDER BY id), array_agg(9780) FROM node`,
            );
            await publish(tx, { owners: [...changed, 9], nodes: [9], log: new ChangeLog(false) });
          });
          const overlaid = (await readOverlay(test.database, dated))!;
          expect(overlaid.days).toBeUndefined();
          const again = await withDays(test.database, overlaid);
          expect(daysIn(again)).toEqual(await storedDays(new MemoryGraph(overlaid)));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('takes two bytes an edge and a node', async () => {
    await writeTables(test.database, {
      nodes: [1, 2, 3].map((id) => ({ id, kinds: [1], described: true, environment: null, lastSeen: 1 })),
      records: [],
      lists: [
        {
          owner: 1,
          list: 1,
          origin: 0,
          record: null,
          entries: [2, 3].map((peer) => ({ peer, kind: 1, day: 1, note: null })),
        },
      ],
    });
    const graph = await readGraphData(test.database);
    expect(bytesOf(await withDays(test.database, graph)) - bytesOf(graph)).toBe(2 * (3 + 2));
  });

  it('tells renewed days apart, although they make no version', async () => {
    const graph = await readGraphData(test.database);
    const before = (await withDays(test.database, graph)).days!.written;
    expect((await withDays(test.database, graph)).days!.written).toBe(before);
    await test.database.transaction((tx) => lockGraphForWriting(tx));
    expect((await withDays(test.database, graph)).days!.written).not.toBe(before);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { beginLog, expectChanges, type Snapshot, snapshotOf } from '../store/changes.fixture.js';
import { namesOf } from '../../base/values/names-of.js';
import { partsOf, PlainGraph, type PlainRecord, plainRecord, storedLines } from './graph-writer.reference.fixture.js';
import type { GraphWriter } from './graph-writer.js';
import { NodeCache } from './merge/node-cache.js';
import { WrittenGraph } from './written-graph.fixture.js';

interface PlainPayload {
  /** Days since the payload before. */
  readonly days: number;
  readonly records: readonly PlainRecord[];
  /** Records of a batch. */
  readonly size: number;
  /** Its nulls erase nothing of what other payloads describe. */
  readonly isOpenGraph: boolean;
  /** The cache of its writer: writers write in turn. */
  readonly cache: keyof typeof caches;
}

/** Off; about ten nodes and two lists of kinds; as it is. */
const caches = { off: [0], small: [800, 2], usual: [] } as const;

/** Few records that come again and again. */
const payloads = fc.array(plainRecord, { minLength: 2, maxLength: 5 }).chain((pool) =>
  fc.array(
    fc.record<PlainPayload>({
      days: fc.nat(1),
      records: fc.array(fc.constantFrom(...pool), { maxLength: 4 }),
      size: fc.integer({ min: 1, max: 4 }),
      cache: fc.constantFrom(...namesOf(caches)),
      isOpenGraph: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
    }),
    { minLength: 2, maxLength: 5 },
  ),
);

const dayOf = (day: number) => `2026-03-0${day + 1}`;

describe('GraphWriter', () => {
  let graph: WrittenGraph;

  beforeAll(async () => {
    graph = await WrittenGraph.open();
  });
  afterAll(() => graph.test.drop());

  it.each([
    ['are written in full', true],
    ['are skipped if they are known', false],
  ])(
    'leaves the graph that plain maps have, whose records %s',
    async (_, isThorough) => {
      let skipped = 0;
      const write = async (
        { records, size, isOpenGraph }: PlainPayload,
        day: string,
        writer: GraphWriter | undefined,
      ) => {
        const typed = records.map((record) => ({
          type: isOpenGraph ? 'graph.nodes' : record.type,
          parts: partsOf(record),
        }));
        const batches = Array.from({ length: Math.ceil(typed.length / size) }, (_, at) =>
          typed.slice(at * size, (at + 1) * size),
        );
        const ingested = await graph.ingestBatches(batches, { day, isThorough, writer });
        skipped += ingested.skipped;
        return ingested.edgesCreated - ingested.edgesRemoved;
      };
      await fc.assert(
        fc.asyncProperty(payloads, async (all) => {
          await graph.clear();
          const writers = new Map(
            namesOf(caches).map((name) => [name, graph.writerWith(new NodeCache(...caches[name]))]),
          );
          const reference = new PlainGraph();
          const snapshots: Snapshot[] = [];
          let day = 0;
          let entries = 0;
          for (const payload of all) {
            day += payload.days;
            entries += await write(payload, dayOf(day), writers.get(payload.cache));
            reference.write(payload.records, dayOf(day), payload.isOpenGraph);
            expect((await graph.rows(storedLines)).toSorted()).toEqual(reference.lines());
            expect(entries).toBe(reference.entries);
            if (snapshots.length === 0) await beginLog(graph.test.database);
            snapshots.push(await snapshotOf(graph.test.database));
          }
          await expectChanges(graph.test.database, snapshots);
        }),
        { numRuns: Number(process.env['RUNS'] ?? 60) },
      );
      expect(skipped > 0).toBe(!isThorough);
    },
    300_000,
  );
});

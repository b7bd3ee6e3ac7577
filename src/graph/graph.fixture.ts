import { SystemClock } from '../base/clock.js';
import { clearGraph } from '../../test/support/test-graph.js';
import { FakeClock } from '../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';
import type { Database } from '../database/database.js';
import { addTo, type RecordPart } from './graph-records.fixture.js';
import { currentVersion } from './store/graph-version.js';
import { KindNames } from './store/kind-names.js';
import { type LoadResult, sumOfLoads } from './records.js';
import { GraphBatch } from './writer/batch/graph-batch.js';
import { GraphWriter } from './writer/graph-writer.js';

export interface Loaded extends LoadResult {
  /** Version of the graph in which the edges without references are visible. */
  readonly version: number;
}

/** Writes a payload of one record, of today if no day is given. */
export async function writeGraph(
  database: Database,
  parts: readonly RecordPart[],
  options: { readonly day?: string } = {},
): Promise<Loaded> {
  return writePayload(
    database,
    new GraphWriter(database, new KindNames(database), new SystemClock()),
    [parts],
    options,
  );
}

/** Writes records of a payload, which are never skipped. */
export async function writePayload(
  database: Database,
  writer: GraphWriter,
  records: readonly (readonly RecordPart[])[],
  options: { readonly day?: string } = {},
): Promise<Loaded> {
  const payload = writer.payload(options);
  const batch = new GraphBatch();
  for (const parts of records) {
    addTo(batch, parts);
    batch.endOfRecord();
  }
  const written = await payload.write(batch);
  const version = await currentVersion(database);
  const finished = await payload.finish();
  return { ...sumOfLoads([{ ...written, unresolved: [], unresolvedCount: 0 }, finished]), version };
}

/** A database of its own in which small graphs are written on given days. */
export class TestGraph {
  readonly clock = new FakeClock();
  readonly writer: GraphWriter;

  /** @param start when its graphs begin */
  constructor(
    readonly test: TestDatabase,
    private readonly start = '2026-03-01T10:00:00.123Z',
  ) {
    this.writer = new GraphWriter(test.database, new KindNames(test.database), this.clock);
  }

  static async open(): Promise<TestGraph> {
    return new TestGraph(await testDatabase());
  }

  async clear(): Promise<void> {
    this.clock.set(this.start);
    await clearGraph(this.test.database);
  }

  load(...records: readonly RecordPart[]): Promise<Loaded> {
    return writePayload(this.test.database, this.writer, [records]);
  }
}

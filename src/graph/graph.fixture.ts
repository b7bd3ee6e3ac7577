import { clearGraph } from '../../test/support/test-graph.js';
import { FakeClock } from '../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';
import { producing } from './graph-records.fixture.js';
import { GraphLoader } from './loader/graph-loader.js';
import type { LoadResult, RecordPart } from './records.js';

/** A database of its own in which small graphs are written on given days. */
export class TestGraph {
  readonly clock = new FakeClock();
  readonly loader: GraphLoader;

  /** @param start when its graphs begin */
  constructor(
    readonly test: TestDatabase,
    private readonly start = '2026-03-01T10:00:00.123Z',
  ) {
    this.loader = new GraphLoader(test.database, this.clock);
  }

  static async open(): Promise<TestGraph> {
    return new TestGraph(await testDatabase());
  }

  async clear(): Promise<void> {
    this.clock.set(this.start);
    await clearGraph(this.test.database);
  }

  load(...records: readonly RecordPart[]): Promise<LoadResult> {
    return this.loader.load(producing(...records));
  }
}

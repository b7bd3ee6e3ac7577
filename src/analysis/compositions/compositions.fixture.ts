import { testDatabase } from '../../../test/support/test-database.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { GraphReader } from '../../graph/answers/graph-reader.js';
import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { KindNames } from '../../graph/store/kind-names.js';
import { GraphKeeper } from '../../graph/memory/graph-keeper.js';
import { detailedSubgraph, PathReader } from '../../graph/answers/path-reader.js';
import { QueryThreads } from '../../graph/threads/query-threads.js';
import type { RecordPart } from '../../graph/graph-records.fixture.js';
import type { AnalysisReport } from '../runs/analysis-report.js';
import { TestAnalysis } from '../analysis.fixture.js';
import { EdgeCompositions } from './edge-compositions.js';

/** A database whose graphs are analysed, and whose derived edges are explained. */
export class TestCompositions extends TestAnalysis {
  private readonly names = new KindNames(this.test.database);
  private readonly threads = new QueryThreads();
  private keeper = this.newKeeper();

  static override async open(): Promise<TestCompositions> {
    return new TestCompositions(await testDatabase());
  }

  override async clear(): Promise<void> {
    await super.clear();
    // Each test begins with version 0, so the graph of another test must not stay in memory.
    await this.keeper.onApplicationShutdown();
    this.keeper = this.newKeeper();
    await this.keeper.keepLoaded();
  }

  async close(): Promise<void> {
    await Promise.all([this.keeper.onApplicationShutdown(), this.threads.onApplicationShutdown()]);
    await this.test.drop();
  }

  /**
   * @param line `source kind target`
   * @returns the edges of the composition in the same form, sorted; null if there is no such edge
   */
  async explain(line: string): Promise<string[] | null> {
    const [source = '', kind = '', target = ''] = line.split(' ');
    const { database } = this.test;
    const number = new Map<string, number>(Object.entries(Kind)).get(kind) ?? -1;
    const reader = new GraphReader(database, this.names, this.keeper, this.threads);
    const compositions = new EdgeCompositions(
      reader,
      new PathReader(reader, database, this.names),
      database,
      loadSettings({}),
    );
    const found = await compositions.find({ objectid: source }, number, { objectid: target }, 0, detailedSubgraph);
    if (!found) return null;
    const name = (id: number) => found.nodes.get(id)?.objectid;
    return found.edges.map((it) => `${name(it.source)} ${it.kind} ${name(it.target)}`).toSorted();
  }

  /** Writes and analyses. */
  async reportOf(...records: readonly RecordPart[]): Promise<AnalysisReport> {
    await this.load(...records);
    return this.run();
  }

  private newKeeper(): GraphKeeper {
    return new GraphKeeper(this.test.database, loadSettings({}));
  }
}

import { AnalysisService } from '../../src/analysis/analysis.service.js';
import { SystemClock } from '../../src/base/clock.js';
import { GraphLoader } from '../../src/graph/loader/graph-loader.js';
import type { IngestReport } from '../../src/ingest/ingest-report.js';
import { IngestService } from '../../src/ingest/ingest.service.js';
import { bufferSource } from '../../src/ingest/reading/payload-source.js';
import { clearGraph } from './clear-graph.js';
import { type GraphDigest, graphDigest } from './graph-digest.js';
import { type TestDatabase, testDatabase } from './test-database.js';

export interface NamedContent {
  readonly name: string;
  readonly content: Buffer;
}

/** An empty graph, which files are read into as the command line reads them: what they come to where nothing else happens. */
export class UndisturbedGraph {
  private readonly ingest: IngestService;
  private readonly analysis: AnalysisService;

  private constructor(private readonly db: TestDatabase) {
    const clock = new SystemClock();
    const loader = new GraphLoader(db.database, clock);
    this.ingest = new IngestService(loader);
    this.analysis = new AnalysisService(db.database, loader, clock);
  }

  static async open(): Promise<UndisturbedGraph> {
    return new UndisturbedGraph(await testDatabase());
  }

  /** What the files alone come to. */
  async of(files: readonly NamedContent[]): Promise<GraphDigest> {
    await this.read(files);
    return this.digest();
  }

  /** Reads the files one after the other, into nothing, and analyses what came of it. */
  async read(files: readonly NamedContent[]): Promise<IngestReport> {
    await clearGraph(this.db.database);
    const report = await this.ingest.ingest(files.map(({ name, content }) => bufferSource(name, content)));
    await this.analysis.run();
    return report;
  }

  /** What was read last came to. */
  digest(): Promise<GraphDigest> {
    return graphDigest(this.db.database);
  }

  close(): Promise<void> {
    return this.db.drop();
  }
}

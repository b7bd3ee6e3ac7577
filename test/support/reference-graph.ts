import { analysisOf } from '../../src/analysis/analysis.fixture.js';
import type { AnalysisService } from '../../src/analysis/analysis.service.js';
import { SystemClock } from '../../src/base/clock.js';
import { KindNames } from '../../src/graph/store/kind-names.js';
import { GraphWriter } from '../../src/graph/writer/graph-writer.js';
import type { IngestReport } from '../../src/ingest/ingest-report.js';
import { IngestService } from '../../src/ingest/ingest.service.js';
import { bufferSource } from '../../src/ingest/reading/payload-source.js';
import { type GraphDigest, clearGraph, graphDigest } from './test-graph.js';
import { type TestDatabase, testDatabase } from './test-database.js';
import { defaultReadLimits } from '../../src/ingest/reading/read-limits.fixture.js';

export interface NamedContent {
  readonly name: string;
  readonly content: Buffer;
}

/** A graph that files are ingested into without disturbance, for comparison with a graph under test. */
export class ReferenceGraph {
  private readonly ingest: IngestService;
  private readonly analysis: AnalysisService;

  private constructor(private readonly db: TestDatabase) {
    const clock = new SystemClock();
    const writer = new GraphWriter(db.database, new KindNames(db.database), clock);
    this.ingest = new IngestService(writer, defaultReadLimits);
    this.analysis = analysisOf(db.database, clock);
  }

  static async open(): Promise<ReferenceGraph> {
    return new ReferenceGraph(await testDatabase());
  }

  /** Ingests the files. @returns the digest of the resulting graph */
  async of(files: readonly NamedContent[]): Promise<GraphDigest> {
    await this.read(files);
    return this.digest();
  }

  /** Empties the graph, ingests the files one after the other, and analyses the result. */
  async read(files: readonly NamedContent[]): Promise<IngestReport> {
    await clearGraph(this.db.database);
    const report = await this.ingest.ingest(files.map(({ name, content }) => bufferSource(name, content)));
    await this.analysis.run();
    return report;
  }

  /** Digest of the graph of the last files. */
  digest(): Promise<GraphDigest> {
    return graphDigest(this.db.database);
  }

  close(): Promise<void> {
    return this.db.drop();
  }
}

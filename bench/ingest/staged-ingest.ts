import { SystemClock } from '../../src/common/clock.js';
import type { Database } from '../../src/database/database.js';
import { GraphLoader, type LoadOptions } from '../../src/graph/loader/graph-loader.js';
import { type Changes, type GraphSink, type LoadResult, sumOfChanges } from '../../src/graph/records.js';
import { IngestService } from '../../src/ingest/ingest.service.js';

/** Seconds of one ingest and of its parts: while one payload is merged, the next is read, so that the sum is more than the whole. */
export interface StagedTime {
  readonly seconds: number;
  /** Conversion and COPY into staging tables, which go on side by side. */
  readonly read: number;
  readonly merge: number;
  readonly tidy: number;
  /** Of this process, thus without PostgreSQL's. */
  readonly cpuSeconds: number;
  readonly changes: Changes;
}

/** Ingests files in this process, as the command line does, and tells where the time goes. */
export async function stagedIngest(database: Database, files: readonly string[]): Promise<StagedTime> {
  const loader = new TimedLoader(new GraphLoader(database, new SystemClock()));
  const service = new IngestService(loader);
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const report = await service.ingestFiles(files);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const faults = report.files.flatMap((file) => file.faults);
  if (faults.length > 0) throw new Error(JSON.stringify(faults[0]));
  return {
    seconds,
    ...loader.seconds,
    cpuSeconds: (user + system) / 1_000_000,
    changes: sumOfChanges(report.files.flatMap(({ changes }) => changes ?? [])),
  };
}

class TimedLoader {
  readonly seconds = { read: 0, merge: 0, tidy: 0 };
  private lastEnd = 0;

  constructor(private readonly loader: GraphLoader) {}

  async load(produce: (sink: GraphSink) => Promise<void>, options: LoadOptions): Promise<LoadResult> {
    let readEnd = 0;
    const start = performance.now();
    const result = await this.loader.load(async (sink) => {
      await produce(sink);
      readEnd = performance.now();
    }, options);
    const mergeStart = Math.max(readEnd, this.lastEnd);
    this.lastEnd = performance.now();
    this.seconds.read += (readEnd - start) / 1000;
    this.seconds.merge += (this.lastEnd - mergeStart) / 1000;
    return result;
  }

  async tidy(changes: Changes): Promise<void> {
    const start = performance.now();
    await this.loader.tidy(changes);
    this.seconds.tidy += (performance.now() - start) / 1000;
  }
}

import { SystemClock } from '../../src/base/clock.js';
import type { Database } from '../../src/database/database.js';
import { GraphLoader } from '../../src/graph/loader/graph-loader.js';
import { type Changes, sumOfChanges } from '../../src/graph/records.js';
import { IngestService } from '../../src/ingest/ingest.service.js';
import type { PostgresCpu } from '../postgres-cpu.js';

/** What one ingest takes. While parts of it are merged, others are read, so that its CPU time may be more than its time. */
export interface IngestTime {
  readonly seconds: number;
  /** CPU time of this process. */
  readonly nodeSeconds: number;
  /** CPU time of PostgreSQL, with what it does in the background. */
  readonly postgresSeconds: number;
  readonly changes: Changes;
}

/** Ingests files in this process, as the command line does. */
export async function timedIngest(
  database: Database,
  postgres: PostgresCpu,
  files: readonly string[],
): Promise<IngestTime> {
  const service = new IngestService(new GraphLoader(database, new SystemClock()));
  const [start, node, before] = [performance.now(), process.cpuUsage(), await postgres.micros()];
  const report = await service.ingestFiles(files);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(node);
  const faults = report.files.flatMap((file) => file.faults);
  if (faults.length > 0) throw new Error(JSON.stringify(faults[0]));
  return {
    seconds,
    nodeSeconds: (user + system) / 1_000_000,
    postgresSeconds: ((await postgres.micros()) - before) / 1_000_000,
    changes: sumOfChanges(report.files.flatMap(({ changes }) => changes ?? [])),
  };
}

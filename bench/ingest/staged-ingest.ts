import { SystemClock } from '../../src/common/clock.js';
import type { Database } from '../../src/database/database.js';
import { GraphLoader } from '../../src/graph/loader/graph-loader.js';
import type { LoadResult } from '../../src/graph/records.js';
import { IngestService } from '../../src/ingest/ingest.service.js';
import type { Changes } from '../../src/ingest/ingest-report.js';

/** Seconds of one ingest and of its parts; `read` has the conversion and the COPY into staging tables, which go on side by side. */
export interface StagedTime {
  readonly seconds: number;
  readonly read: number;
  readonly merge: number;
  readonly tidy: number;
  /** Of this process, thus without PostgreSQL's. */
  readonly cpuSeconds: number;
  readonly changes: Changes;
}

/** Ingests files in this process, as the command line does, and tells where the time goes. */
export async function stagedIngest(database: Database, files: readonly string[]): Promise<StagedTime> {
  const spent = { read: 0, load: 0, tidy: 0 };
  const timed = async <T>(part: keyof typeof spent, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    try {
      return await work();
    } finally {
      spent[part] += (performance.now() - start) / 1000;
    }
  };
  const maintain = database.maintain.bind(database);
  Object.assign(database, { maintain: (statement: string) => timed('tidy', () => maintain(statement)) });
  const loader = new GraphLoader(database, new SystemClock());
  const service = new IngestService({
    load: (produce): Promise<LoadResult> =>
      timed('load', () => loader.load((sink) => timed('read', () => produce(sink)))),
  });
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const report = await service.ingestFiles(files);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  Object.assign(database, { maintain });
  const faults = report.files.flatMap((file) => file.faults);
  if (faults.length > 0) throw new Error(JSON.stringify(faults[0]));
  return {
    seconds,
    read: spent.read,
    merge: spent.load - spent.read - spent.tidy,
    tidy: spent.tidy,
    cpuSeconds: (user + system) / 1_000_000,
    changes: sum(report.files.flatMap(({ changes }) => changes ?? [])),
  };
}

function sum(all: readonly Changes[]): Changes {
  const of = (key: keyof Changes) => all.reduce((total, changes) => total + changes[key], 0);
  return {
    nodesCreated: of('nodesCreated'),
    nodesChanged: of('nodesChanged'),
    edgesCreated: of('edgesCreated'),
    edgesChanged: of('edgesChanged'),
    edgesRemoved: of('edgesRemoved'),
  };
}

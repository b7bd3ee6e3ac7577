import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { AnalysisService } from '../../src/analysis/analysis.service.js';
import { Database, oneRow } from '../../src/database/database.js';
import { estateOfNodes, timedIngest, writeFiles } from '../estate.js';
import { format, median, printTable } from '../measure.js';
import { PostgresCpu } from '../postgres-cpu.js';
import { withFolder, withProduct } from '../product.js';

interface Day {
  readonly seconds: number;
  /** Megabytes that PostgreSQL writes ahead. */
  readonly wal: number;
}

interface LogSize {
  readonly bytes: number;
  readonly edges: number;
  readonly nodes: number;
  /** The part of `bytes` for former values of nodes. */
  readonly nodeBytes: number;
}

/**
 * Collects an estate each day and analyses it, with the log of changes and without. Each day every hundredth object has changed, also a watched
 * property, always other ones, and the objects of the day before are as they were at first.
 */
export async function measureDays(nodes: number, days: number): Promise<void> {
  const estate = estateOfNodes(nodes);
  await withFolder((folder) =>
    withFolder((one) =>
      withFolder((other) =>
        withProduct({ DATA_DIR: one }, (logging) =>
          withProduct({ DATA_DIR: other }, async (silent) => {
            const times = { logging: new Array<Day>(), silent: new Array<Day>() };
            for (let day = 0; day <= days; day++) {
              const path = join(folder, String(day));
              const { files } = await writeFiles(path, estate, { changeEvery: 100, changeFrom: day });
              times.silent.push(await load(silent, files));
              await silent.get(Database).query('UPDATE graph_state SET logged_since = NULL');
              times.logging.push(await load(logging, files));
              await rm(path, { recursive: true });
            }
            // The first load begins the log.
            report(times.logging.slice(1), times.silent.slice(1), await sizeOfLog(logging.get(Database)));
          }),
        ),
      ),
    ),
  );
}

async function load(app: INestApplicationContext, files: readonly string[]): Promise<Day> {
  const database = app.get(Database);
  const place = async () =>
    oneRow(await database.query<{ at: number }>(`SELECT (pg_current_wal_lsn() - '0/0')::float8 AS at`)).at;
  const before = await place();
  const { seconds } = await timedIngest(app, await PostgresCpu.of(database), files);
  const start = performance.now();
  await app.get(AnalysisService).run();
  return { seconds: seconds + (performance.now() - start) / 1000, wal: ((await place()) - before) / 1e6 };
}

async function sizeOfLog(database: Database): Promise<LogSize> {
  return oneRow(
    await database.query<LogSize>(`
      SELECT pg_total_relation_size('change_log')::float8 AS bytes, sum(cardinality(kinds))::float8 AS edges,
        sum((SELECT count(*) FROM jsonb_object_keys(coalesce(former, '{}'))))::float8 AS nodes,
        coalesce(sum(pg_column_size(former)), 0)::float8 AS "nodeBytes"
      FROM change_log`),
  );
}

function report(logging: readonly Day[], silent: readonly Day[], { bytes, edges, nodes, nodeBytes }: LogSize): void {
  const rowOf = (title: string, figure: keyof Day) => {
    const [on, off] = [logging, silent].map((all) => median(all.map((it) => it[figure])));
    const ratio = median(logging.map((it, day) => it[figure] / silent[day]![figure]));
    return [title, on!.toFixed(2), off!.toFixed(2), ratio.toFixed(2)];
  };
  printTable(
    `${logging.length} days: ${format(edges)} changes of edges, ${format(nodes)} of nodes, ${format(bytes / 1000)} kB of log, ` +
      `${((bytes - nodeBytes) / edges).toFixed(1)} bytes a changed edge, ${(nodeBytes / nodes).toFixed(1)} a changed node`,
    ['a day, load and analysis', 'with the log', 'without', 'ratio'],
    [rowOf('seconds', 'seconds'), rowOf('MB of WAL', 'wal')],
  );
}

import { join } from 'node:path';
import { loadSettings } from '../../src/base/config/load-settings.js';
import { openDatabase } from '../../src/database/open-database.js';
import { entities } from '../../src/entities.js';
import { type CollectedFiles, estateOfNodes, type IngestTime, timedIngest, writeFiles } from '../estate.js';
import { format, median, printTable } from '../measure.js';
import { PostgresCpu } from '../postgres-cpu.js';
import { withFolder } from '../product.js';
import { copyFloor, type Floor } from './floor.js';

interface Turn {
  readonly floor: Floor;
  readonly loads: readonly IngestTime[];
}

const loads = ['first load', 'the same again', '1 % changed'] as const;

/** Loads a collection, loads it again, and loads it with every hundredth object changed; each turn in a new database. */
export async function measureSpeed(nodes: number, turns: number): Promise<void> {
  await withFolder(async (folder) => {
    const estate = estateOfNodes(nodes);
    const first = await writeFiles(join(folder, 'first'), estate);
    const changed = await writeFiles(join(folder, 'changed'), estate, { changeEvery: 100 });
    const all: Turn[] = [];
    for (let turn = 0; turn < turns; turn++)
      all.push(await withFolder((dataDir) => takeTurn([first, first, changed], folder, dataDir)));
    report(first, all);
  });
}

async function takeTurn(collections: readonly CollectedFiles[], folder: string, dataDir: string): Promise<Turn> {
  const opened = await openDatabase(loadSettings({ DATA_DIR: dataDir }), { entities, log: () => {} });
  try {
    const { database } = opened.dataSource;
    const postgres = await PostgresCpu.of(database);
    const times: IngestTime[] = [];
    let floor: Floor | undefined;
    for (const { files } of collections) {
      times.push(await timedIngest(database, postgres, files));
      floor ??= await copyFloor(database, folder);
    }
    if (!floor) throw new Error('nothing was loaded');
    return { floor, loads: times };
  } finally {
    await opened.close();
  }
}

function report({ bytes }: CollectedFiles, turns: readonly Turn[]): void {
  const floor = median(turns.map((turn) => turn.floor.seconds));
  const rows = loads.map((title, index) => {
    const all = turns.flatMap((turn) => turn.loads[index] ?? []);
    const of = (figure: 'seconds' | 'nodeSeconds' | 'postgresSeconds') => median(all.map((it) => it[figure]));
    const { nodesCreated = 0, nodesChanged = 0, edgesCreated = 0, edgesChanged = 0 } = all[0]?.changes ?? {};
    return [
      title,
      of('seconds').toFixed(1),
      (floor / of('seconds')).toFixed(2),
      (bytes / 1e6 / of('seconds')).toFixed(0),
      of('nodeSeconds').toFixed(1),
      of('postgresSeconds').toFixed(1),
      `${format(nodesCreated)}, ${format(nodesChanged)}`,
      `${format(edgesCreated)}, ${format(edgesChanged)}`,
    ];
  });
  const shares = turns.flatMap((turn) =>
    turn.loads[0] ? (turn.floor.seconds / turn.loads[0].seconds).toFixed(2) : [],
  );
  const ways = [...new Set(turns.map((turn) => turn.floor.way))].join(' or ');
  printTable(
    `${format(bytes / 1e6)} MB of JSON; floor: COPY into bare tables (${ways}), ${floor.toFixed(1)} s; ` +
      `floor / first load by turn: ${shares.join(', ')}`,
    ['', 'seconds', 'floor / time', 'MB/s', 'CPU of Node', 'of PostgreSQL', 'nodes new, changed', 'edges new, changed'],
    rows,
  );
}

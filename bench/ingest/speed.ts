import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import Table from 'cli-table3';
import { loadSettings } from '../../src/base/config/load-settings.js';
import { openDatabase } from '../../src/database/open-database.js';
import { entities } from '../../src/entities.js';
import { median } from '../median.js';
import { PostgresCpu } from '../postgres-cpu.js';
import { withFolder } from '../with-folder.js';
import { type Collection, writeCollection } from './collection.js';
import { copyFloor, type Floor } from './floor.js';
import { type IngestTime, timedIngest } from './timed-ingest.js';

interface Turn {
  readonly floor: Floor;
  readonly loads: readonly IngestTime[];
}

const loads = ['first load', 'the same again', '1 % changed'] as const;

/** How long a collection takes to be loaded, loaded again, and loaded with every hundredth object changed. Each turn has a new database. */
export async function measureSpeed(nodes: number, turns: number): Promise<void> {
  await withFolder(async (folder) => {
    const collections: Collection[] = [];
    for (const [name, changeEvery] of Object.entries({ first: 0, changed: 100 })) {
      await mkdir(join(folder, name));
      collections.push(await writeCollection(join(folder, name), { nodes, changeEvery, padding: 0 }));
    }
    const [first, changed] = collections;
    if (!first || !changed) return;
    const all: Turn[] = [];
    for (let turn = 0; turn < turns; turn++)
      all.push(await withFolder((dataDir) => takeTurn([first, first, changed], folder, dataDir)));
    report(first, all);
  });
}

async function takeTurn(collections: readonly Collection[], folder: string, dataDir: string): Promise<Turn> {
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

function report({ bytes }: Collection, turns: readonly Turn[]): void {
  const floor = median(turns.map((turn) => turn.floor.seconds));
  const table = new Table({
    head: [
      '',
      'seconds',
      'floor / time',
      'MB/s',
      'CPU of Node',
      'CPU of PostgreSQL',
      'nodes new, changed',
      'edges new, changed',
    ],
    style: { head: [], border: [] },
  });
  for (const [index, title] of loads.entries()) {
    const all = turns.flatMap((turn) => turn.loads[index] ?? []);
    const of = (figure: 'seconds' | 'nodeSeconds' | 'postgresSeconds') => median(all.map((it) => it[figure]));
    const { nodesCreated = 0, nodesChanged = 0, edgesCreated = 0, edgesChanged = 0 } = all[0]?.changes ?? {};
    table.push([
      title,
      of('seconds').toFixed(1),
      (floor / of('seconds')).toFixed(2),
      (bytes / 1e6 / of('seconds')).toFixed(0),
      of('nodeSeconds').toFixed(1),
      of('postgresSeconds').toFixed(1),
      `${format(nodesCreated)}, ${format(nodesChanged)}`,
      `${format(edgesCreated)}, ${format(edgesChanged)}`,
    ]);
  }
  const shares = turns.flatMap((turn) =>
    turn.loads[0] ? (turn.floor.seconds / turn.loads[0].seconds).toFixed(2) : [],
  );
  const ways = [...new Set(turns.map((turn) => turn.floor.way))].join(' or ');
  const text = `${(bytes / 1e6).toFixed(0)} MB of JSON; floor, COPY into bare tables (${ways}): ${floor.toFixed(1)} s; of it, turn by turn: ${shares.join(', ')}`;
  process.stdout.write(`\n${text}\n${table.toString()}\n`);
}

function format(value: number): string {
  return value.toLocaleString('en');
}

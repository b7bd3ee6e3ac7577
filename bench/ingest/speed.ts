import { join } from 'node:path';
import { Database } from '../../src/database/database.js';
import { type CollectedFiles, estateOfNodes, type IngestTime, timedIngest, writeFiles } from '../estate.js';
import { format, median, print, printTable } from '../measure.js';
import { PostgresCpu } from '../postgres-cpu.js';
import { withFolder, withProduct } from '../product.js';
import { copyFloor, type Floor } from './floor.js';

interface Turn {
  readonly floor: Floor;
  readonly bytesPerEdge: number;
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

function takeTurn(collections: readonly CollectedFiles[], folder: string, dataDir: string): Promise<Turn> {
  return withProduct({ DATA_DIR: dataDir }, async (app) => {
    const database = app.get(Database);
    const postgres = await PostgresCpu.of(database);
    const times: IngestTime[] = [];
    let measured: Pick<Turn, 'floor' | 'bytesPerEdge'> | undefined;
    for (const { files } of collections) {
      times.push(await timedIngest(app, postgres, files));
      measured ??= { floor: await copyFloor(database, folder), bytesPerEdge: await bytesPerEdge(database) };
    }
    if (!measured) throw new Error('nothing was loaded');
    return { ...measured, loads: times };
  });
}

/** Bytes on disk of the tables of lists and records with their indexes, for each edge. */
async function bytesPerEdge(database: Database): Promise<number> {
  const [row] = await database.query<{ bytes: number }>(`
    SELECT (pg_total_relation_size('edge_list') + pg_total_relation_size('collector_record'))::float8
      / (SELECT count(*) FROM edge) AS bytes`);
  return row?.bytes ?? Number.NaN;
}

function report({ bytes }: CollectedFiles, turns: readonly Turn[]): void {
  const seconds = (index: number) => turns.map((turn) => turn.loads[index]?.seconds ?? Number.NaN);
  const first = seconds(0);
  const rows = loads.map((title, index) => {
    const all = turns.flatMap((turn) => turn.loads[index] ?? []);
    const of = (figure: 'seconds' | 'nodeSeconds' | 'postgresSeconds') => median(all.map((it) => it[figure]));
    const { nodesCreated = 0, nodesChanged = 0, edgesCreated = 0, edgesChanged = 0 } = all[0]?.changes ?? {};
    return [
      title,
      of('seconds').toFixed(2),
      median(ratios(seconds(index), first)).toFixed(2),
      (bytes / 1e6 / of('seconds')).toFixed(0),
      of('nodeSeconds').toFixed(1),
      of('postgresSeconds').toFixed(1),
      `${format(nodesCreated)}, ${format(nodesChanged)}`,
      `${format(edgesCreated)}, ${format(edgesChanged)}`,
    ];
  });
  const floors = turns.map((turn) => turn.floor.seconds);
  const shares = ratios(floors, first).map((share) => share.toFixed(2));
  const ways = [...new Set(turns.map((turn) => turn.floor.way))].join(' or ');
  print(
    `\n${format(bytes / 1e6)} MB of JSON; floor: COPY into bare tables (${ways}), ${median(floors).toFixed(2)} s; ` +
      `floor / first load by turn: ${shares.join(', ')}; ` +
      `${median(turns.map((turn) => turn.bytesPerEdge)).toFixed(0)} bytes of lists and records an edge`,
  );
  printTable(
    'Loads',
    ['', 'seconds', 'of the first', 'MB/s', 'CPU of Node', 'of PostgreSQL', 'nodes new, changed', 'edges new, changed'],
    rows,
  );
}

/** The ratios of figures of the same turns. */
function ratios(figures: readonly number[], bases: readonly number[]): number[] {
  return figures.map((figure, turn) => figure / (bases[turn] ?? Number.NaN));
}

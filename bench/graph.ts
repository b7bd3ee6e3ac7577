import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AnalysisService } from '../src/analysis/analysis.service.js';
import { SystemClock } from '../src/base/clock.js';
import { loadSettings } from '../src/base/config/load-settings.js';
import { connect } from '../src/database/connect.js';
import type { Database } from '../src/database/database.js';
import { openDatabase } from '../src/database/open-database.js';
import { Random } from '../demo/generator/random.js';
import type { Estate } from '../demo/generator/estate.js';
import { entities } from '../src/entities.js';
import { GraphLoader } from '../src/graph/loader/graph-loader.js';
import { SnapshotKeeper } from '../src/graph/snapshot/snapshot-keeper.js';
import { estateOfUsers, timedIngest, writeFiles } from './estate.js';
import { compareLists, reportFirstQuestion, reportGraphs } from './graph/admin-rights.js';
import { byName, NewVersions, pointRead, readersOver, WeighedSource } from './graph/readers.js';
import { type UserClass, userClasses } from './graph/user-classes.js';
import { format, print, throughput } from './measure.js';
import { PostgresCpu } from './postgres-cpu.js';
import { withFolder } from './product.js';

/**
 * Measures the analysis and lists of admin rights on a loaded estate. Times of lists are multiples of the floor: one read
 * of a node by its object id over the same connection, which takes turns with the lists.
 *
 *   npm run bench:graph -- [10k | 100k | 1m] ... [memory]
 *
 * With `memory`, lists are not read from the tables, which takes most of the time.
 */
const presets: Readonly<Record<string, number>> = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000 };

const connections = 16;
const secondsOfThroughput = 4;

const words = process.argv.slice(2);
const isMemoryOnly = words.includes('memory');
const names = words.filter((word) => word !== 'memory');

for (const name of names.length > 0 ? names : ['10k']) {
  const users = presets[name];
  if (!users) throw new Error(`unknown preset "${name}"; known: ${Object.keys(presets).join(', ')}`);
  await withFolder((folder) => run(estateOfUsers(users), folder));
}

async function run(estate: Estate, folder: string): Promise<void> {
  const settings = loadSettings({ DATA_DIR: join(folder, 'data'), DATABASE_POOL_SIZE: String(connections) });
  const opened = await openDatabase(settings, { entities, log: () => {} });
  const single = connect(opened.url);
  try {
    const pool = opened.dataSource.database;
    await load(pool, estate, join(folder, 'files'));
    await analyse(pool);
    await pool.query('VACUUM (ANALYZE) node, edge');
    const source = new WeighedSource(pool);
    const keeper = new SnapshotKeeper(pool, source);
    await readIntoMemory(keeper, source);
    const readers = readersOver(single.database, keeper);
    const versions = await NewVersions.of(pool, keeper, estate);
    await reportFirstQuestion(readers, versions, estate.personas.domainAdmin.objectId);
    const classes = await userClasses(readers.memory, estate);
    await compareLists(single.database, isMemoryOnly ? { ...readers, tables: null } : readers, versions, classes);
    if (!isMemoryOnly) await reportGraphs(single.database, classes);
    await compareThroughput(pool, keeper, classes);
    keeper.onModuleDestroy();
  } finally {
    await single.close();
    await opened.close();
  }
}

async function load(database: Database, estate: Estate, folder: string): Promise<void> {
  const { files, bytes } = await writeFiles(folder, estate);
  const { seconds, changes } = await timedIngest(database, await PostgresCpu.of(database), files);
  await rm(folder, { recursive: true });
  print(
    `\n${format(estate.plan.sizes.users)} users: ${format(changes.nodesCreated)} nodes, ` +
      `${format(changes.edgesCreated)} edges, loaded from ${format(bytes / 1e6)} MB in ${seconds.toFixed(1)} s`,
  );
}

/** The first analysis of the graph, then one without anything new. */
async function analyse(database: Database): Promise<void> {
  const clock = new SystemClock();
  const analysis = new AnalysisService(database, new GraphLoader(database, clock), clock);
  for (const title of ['first analysis', 'analysis again']) {
    const start = performance.now();
    const { edges } = await analysis.run();
    const seconds = (performance.now() - start) / 1000;
    const created = edges.reduce((sum, kind) => sum + kind.created, 0);
    print(`${title}: ${seconds.toFixed(1)} s, ${format(created)} edges derived`);
  }
}

async function readIntoMemory(keeper: SnapshotKeeper, source: WeighedSource): Promise<void> {
  const start = performance.now();
  await keeper.refresh();
  const seconds = (performance.now() - start) / 1000;
  const edges = format(keeper.newest()?.edges ?? 0);
  print(`${edges} edges read into memory in ${seconds.toFixed(1)} s, ${format(source.bytes / 1e6)} MB`);
}

/** 94 of a hundred lists are of typical users, five of heavy ones, one of the all-powerful. */
async function compareThroughput(
  database: Database,
  keeper: SnapshotKeeper,
  classes: readonly UserClass[],
): Promise<void> {
  const { tables, memory } = readersOver(database, keeper);
  const random = new Random('mix');
  const user = () => {
    const roll = random.below(100);
    const users = classes[roll < 94 ? 0 : roll < 99 ? 1 : 2]?.users ?? [];
    return random.pick(users).objectid;
  };
  const request = { skip: 0, limit: 10, order: byName };
  const contenders = {
    'reads by object id (floor)': () => database.prepared(pointRead, [user()]),
    ...(isMemoryOnly ? {} : { 'lists from the tables': () => tables.adminRights('User', user(), request) }),
    'lists from memory': () => memory.adminRights('User', user(), request),
  };
  for (const [title, work] of Object.entries(contenders)) {
    await throughput(work, connections, 1);
    const perSecond = await throughput(work, connections, secondsOfThroughput);
    print(`${title}: ${format(perSecond)} a second over ${connections} connections`);
  }
}

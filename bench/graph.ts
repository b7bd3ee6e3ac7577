import { loadSettings } from '../src/base/config/load-settings.js';
import { connect } from '../src/database/connect.js';
import type { Database } from '../src/database/database.js';
import { openDatabase } from '../src/database/open-database.js';
import { Random } from '../demo/generator/random.js';
import { entities } from '../src/entities.js';
import { SnapshotKeeper } from '../src/graph/snapshot/snapshot-keeper.js';
import { type Estate, objectidOf, writeEstate } from './graph/estate.js';
import { byName, compareLists, reportFirstOfAll } from './graph/lists.js';
import { NewVersions } from './graph/new-versions.js';
import { pointRead, readersOver } from './graph/readers.js';
import { reportGraphs } from './graph/subgraphs.js';
import { format, print } from './graph/text.js';
import { throughput } from './graph/timing.js';
import { classesOf, type UserClass } from './graph/user-classes.js';
import { WeighedSource } from './graph/weighed-source.js';
import { withFolder } from './with-folder.js';

/**
 * What lists of admin rights cost from the tables and from memory, as multiples of one read of a node by its object id over the
 * same connection, which takes turns with them.
 *
 *   npm run bench:graph -- [10k | 100k | 1m] ... [memory]
 *
 * With `memory`, nothing is asked from the tables, which takes most of the time.
 */
const presets: Readonly<Record<string, number>> = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000 };

const connections = 16;
const secondsOfThroughput = 4;

const asked = process.argv.slice(2);
const isMemoryAlone = asked.includes('memory');
const names = asked.filter((it) => it !== 'memory');

for (const name of names.length > 0 ? names : ['10k']) {
  const users = presets[name];
  if (!users) throw new Error(`there is no preset "${name}"; there are ${Object.keys(presets).join(', ')}`);
  await withFolder((dataDir) => run(users, dataDir));
}

async function run(users: number, dataDir: string): Promise<void> {
  const settings = loadSettings({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: String(connections) });
  const opened = await openDatabase(settings, { entities, log: () => {} });
  const single = connect(opened.url);
  try {
    const pool = opened.dataSource.database;
    const estate = await writeEstate(pool, users);
    const source = new WeighedSource(pool);
    const keeper = new SnapshotKeeper(pool, source);
    await reportLoading(keeper, source, estate);
    const readers = readersOver(single.database, keeper);
    const versions = new NewVersions(pool, keeper, estate);
    await reportFirstOfAll(readers, versions, objectidOf(1));
    const classes = await classesOf(readers.memory, estate);
    await compareLists(single.database, isMemoryAlone ? { ...readers, tables: null } : readers, versions, classes);
    if (!isMemoryAlone) await reportGraphs(single.database, classes);
    await compareThroughput(pool, keeper, classes);
    keeper.onModuleDestroy();
  } finally {
    await single.close();
    await opened.close();
  }
}

async function reportLoading(keeper: SnapshotKeeper, source: WeighedSource, { users, edges }: Estate): Promise<void> {
  const start = performance.now();
  await keeper.refresh();
  const seconds = (performance.now() - start) / 1000;
  const megabytes = source.bytes / 1e6;
  print(
    `\n${format(users)} users, ${format(edges)} edges; ${format(keeper.newest()?.edges ?? 0)} of them read into memory ` +
      `in ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`,
  );
}

/** 94 of a hundred questions are about typical users, five about heavy ones, one about the all-powerful. */
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
    'one read by object id': () => database.prepared(pointRead, [user()]),
    ...(isMemoryAlone ? {} : { tables: () => tables.adminRights('User', user(), request) }),
    memory: () => memory.adminRights('User', user(), request),
  };
  for (const [title, work] of Object.entries(contenders)) {
    await throughput(work, connections, 1);
    const perSecond = await throughput(work, connections, secondsOfThroughput);
    print(`${title}: ${format(perSecond)} a second over ${connections} connections`);
  }
}

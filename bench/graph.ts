import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Table from 'cli-table3';
import { loadSettings } from '../src/config/load-settings.js';
import { connect } from '../src/database/connect.js';
import type { Database } from '../src/database/database.js';
import { databaseOf } from '../src/database/database-of.js';
import { openDatabase } from '../src/database/open-database.js';
import { Random } from '../src/demo/generator/random.js';
import { entities } from '../src/entities.js';
import type { EntityPageRequest, GraphReader } from '../src/graph/graph-reader.js';
import { KindNames } from '../src/graph/kinds/kind-names.js';
import { SnapshotGraphReader } from '../src/graph/snapshot/snapshot-graph-reader.js';
import { SnapshotKeeper } from '../src/graph/snapshot/snapshot-keeper.js';
import { SqlGraphReader } from '../src/graph/sql-graph-reader.js';
import { type Estate, objectidOf, writeEstate } from './graph/estate.js';
import { Timings, throughput } from './graph/timing.js';
import { WeighedSource } from './graph/weighed-source.js';

/**
 * What lists of admin rights cost from the tables and from memory, as multiples of one read of a node by its object id over the
 * same connection, which takes turns with them.
 *
 *   npm run bench:graph -- [10k | 100k | 1m] ...
 */
const presets: Readonly<Record<string, number>> = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000 };

const connections = 16;
const secondsOfThroughput = 4;

/** How often a graph is asked for, and how large the API lets it be. */
const graphTimes = 40;
const mostGraphNodes = 5000;

/** Users who are looked at to find heavy ones. */
const sampled = 2000;

const descending = true;
const byName = [{ by: 'name', descending: false }] as const;

/** What is asked for; `skip` as a share of the whole result. */
const questions: readonly { title: string; order: EntityPageRequest['order']; skip: number }[] = [
  { title: 'first page by name', order: byName, skip: 0 },
  { title: 'page in the middle', order: byName, skip: 0.5 },
  { title: 'by name, downwards', order: [{ by: 'name', descending }], skip: 0 },
  { title: 'by object id', order: [{ by: 'objectid', descending: false }], skip: 0 },
  { title: 'by label', order: [{ by: 'label', descending: false }], skip: 0 },
  { title: 'by name, then object id downwards', order: [...byName, { by: 'objectid', descending }], skip: 0 },
];

interface UserClass {
  readonly title: string;
  readonly users: readonly { readonly objectid: string; readonly count: number }[];
  readonly times: number;
}

const percentiles = [0.5, 0.99] as const;

const pointRead = 'SELECT objectid, name, kind, kinds FROM node WHERE objectid = $1';

for (const name of process.argv.length > 2 ? process.argv.slice(2) : ['10k']) {
  const users = presets[name];
  if (!users) throw new Error(`there is no preset "${name}"; there are ${Object.keys(presets).join(', ')}`);
  await run(users);
}

async function run(users: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'graphward-bench-'));
  const settings = loadSettings({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: String(connections) });
  const opened = await openDatabase(settings, { entities, log: () => {} });
  const single = connect(opened.url);
  try {
    const pool = databaseOf(opened.dataSource);
    const estate = await writeEstate(pool, users);
    const source = new WeighedSource(pool);
    const keeper = new SnapshotKeeper(pool, source);
    await reportLoading(keeper, source, estate);
    const classes = await classesOf(readersOver(pool, keeper).memory, estate);
    await compare(single.database, keeper, classes);
    await reportGraphs(single.database, classes);
    await compareThroughput(pool, keeper, classes);
    keeper.onModuleDestroy();
  } finally {
    await single.close();
    await opened.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Readers {
  readonly tables: GraphReader;
  readonly memory: SnapshotGraphReader;
}

function readersOver(database: Database, keeper: SnapshotKeeper): Readers {
  const kindNames = new KindNames(database);
  const tables = new SqlGraphReader(database, kindNames);
  return { tables, memory: new SnapshotGraphReader(database, kindNames, tables, keeper) };
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

/** Typical users are any; heavy ones are the hundredth part with the most results. */
async function classesOf(reader: GraphReader, estate: Estate): Promise<UserClass[]> {
  const random = new Random('users', estate.users);
  const counted = [];
  for (let i = 0; i < sampled; i++) counted.push(await count(reader, random.between(2, estate.users)));
  const heaviest = counted.toSorted((a, b) => b.count - a.count).slice(0, sampled / 100);
  return [
    { title: 'typical', users: counted, times: 400 },
    { title: 'heavy', users: heaviest, times: 200 },
    { title: 'all-powerful', users: [await count(reader, estate.allPowerful)], times: 60 },
  ];
}

async function count(reader: GraphReader, id: number): Promise<UserClass['users'][number]> {
  const objectid = objectidOf(id);
  const page = await reader.adminRights('User', objectid, { skip: 0, limit: 0, order: [] });
  return { objectid, count: page?.count ?? Number.NaN };
}

async function compare(database: Database, keeper: SnapshotKeeper, classes: readonly UserClass[]): Promise<void> {
  const { tables, memory } = readersOver(database, keeper);
  const table = new Table({
    head: ['user', 'results p50', 'question', 'tables p50', 'p99', 'memory p50', 'p99'],
    style: { head: [], border: [] },
  });
  // Of all rows together: one row's own would have too few times for its tail.
  const floor = new Timings();
  const rows: { readonly texts: readonly string[]; readonly timings: readonly Timings[] }[] = [];
  for (const { title, users, times } of classes) {
    for (const question of questions) {
      const [fromTables, fromMemory] = [new Timings(), new Timings()];
      for (let turn = -10; turn < times; turn++) {
        const user = users[(turn + users.length) % users.length];
        if (!user) continue;
        const request = { skip: Math.floor(user.count * question.skip), limit: 10, order: question.order };
        const timed = turn < 0 ? [new Timings(), new Timings(), new Timings()] : [floor, fromTables, fromMemory];
        await timed[0]?.measure(() => database.prepared(pointRead, [user.objectid]));
        await timed[1]?.measure(() => tables.adminRights('User', user.objectid, request));
        await timed[2]?.measure(() => memory.adminRights('User', user.objectid, request));
      }
      const counts = users.map((it) => it.count).toSorted((a, b) => a - b);
      const middle = format(counts[Math.floor(counts.length / 2)] ?? 0);
      rows.push({ texts: [title, middle, question.title], timings: [fromTables, fromMemory] });
    }
  }
  for (const { texts, timings } of rows) {
    const ratios = timings.flatMap((it) => percentiles.map((share) => it.percentile(share) / floor.percentile(share)));
    table.push([...texts, ...ratios.map((ratio) => ratio.toFixed(1))]);
  }
  if (memory.answers.tables > 0) throw new Error('the snapshot did not answer');
  const read = percentiles.map((share) => floor.percentile(share).toFixed(3));
  print(`Multiples of one read by object id (${read.join(' and ')} ms), one connection\n${table.toString()}`);
}

/** `type=graph`, which is always read from the tables: the paths that give the rights, as nodes and edges. */
async function reportGraphs(database: Database, classes: readonly UserClass[]): Promise<void> {
  const table = new Table({ head: ['user', 'as a graph p50', 'p99', 'nodes p50'], style: { head: [], border: [] } });
  const reader = new SqlGraphReader(database, new KindNames(database));
  const floor = new Timings();
  const rows: { readonly title: string; readonly timings: Timings; readonly nodes: readonly number[] }[] = [];
  for (const { title, users } of classes) {
    const [timings, nodes] = [new Timings(), new Array<number>()];
    for (let turn = 0; turn < graphTimes; turn++) {
      const { objectid } = users[turn % users.length] ?? { objectid: '' };
      await floor.measure(() => database.prepared(pointRead, [objectid]));
      await timings.measure(async () => {
        nodes.push((await reader.adminRightsGraph('User', objectid, mostGraphNodes))?.nodes.length ?? 0);
      });
    }
    rows.push({ title, timings, nodes: nodes.toSorted((a, b) => a - b) });
  }
  for (const { title, timings, nodes } of rows) {
    const ratios = percentiles.map((share) => (timings.percentile(share) / floor.percentile(share)).toFixed(1));
    table.push([title, ...ratios, format(nodes[Math.floor(nodes.length / 2)] ?? 0)]);
  }
  print(`The paths as a graph of at most ${format(mostGraphNodes)} nodes, in the same multiples\n${table.toString()}`);
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
    tables: () => tables.adminRights('User', user(), request),
    memory: () => memory.adminRights('User', user(), request),
  };
  for (const [title, work] of Object.entries(contenders)) {
    await throughput(work, connections, 1);
    const perSecond = await throughput(work, connections, secondsOfThroughput);
    print(`${title}: ${format(perSecond)} a second over ${connections} connections`);
  }
}

function format(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

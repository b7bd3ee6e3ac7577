import type { Database } from '../../src/database/database.js';
import type { EntityPageRequest } from '../../src/graph/graph-reader.js';
import { KindNames } from '../../src/graph/kinds/kind-names.js';
import { SqlGraphReader } from '../../src/graph/sql-graph-reader.js';
import { format, median, print, printTable, Timings } from '../measure.js';
import { byName, type NewVersions, pointRead, type Readers } from './readers.js';
import type { UserClass } from './user-classes.js';

const descending = true;

/** The lists that are read; `skip` as a share of the whole result. */
const lists: readonly { title: string; order: EntityPageRequest['order']; skip: number }[] = [
  { title: 'first page by name', order: byName, skip: 0 },
  { title: 'page in the middle', order: byName, skip: 0.5 },
  { title: 'by name, descending', order: [{ by: 'name', descending }], skip: 0 },
  { title: 'by object id', order: [{ by: 'objectid', descending: false }], skip: 0 },
  { title: 'by object id, in the middle', order: [{ by: 'objectid', descending: false }], skip: 0.5 },
  { title: 'by label', order: [{ by: 'label', descending: false }], skip: 0 },
  { title: 'by name, then object id descending', order: [...byName, { by: 'objectid', descending }], skip: 0 },
];

/** Reads of each list before the measured ones. */
const warmUp = 10;

interface Row {
  readonly texts: readonly string[];
  /** Reads by object id, each just before a list. */
  readonly floor: Timings;
  readonly timings: readonly Timings[];
}

/**
 * Reads every list of every class of users: from the tables (unless they are null), from memory for the first time in a
 * version of the graph, and from memory again.
 */
export async function compareLists(
  database: Database,
  { tables, memory }: { readonly tables: Readers['tables'] | null; readonly memory: Readers['memory'] },
  versions: NewVersions,
  classes: readonly UserClass[],
): Promise<void> {
  const rows: Row[] = [];
  for (const { title, users, times } of classes) {
    for (const list of lists) {
      const floor = new Timings();
      const timings = [new Timings(), new Timings(), new Timings()];
      for (let turn = -warmUp; turn < times; turn++) {
        const user = users[(turn + users.length) % users.length];
        if (!user) continue;
        const request = { skip: Math.floor(user.count * list.skip), limit: 10, order: list.order };
        const [read, fromTables, first, again] = turn < 0 ? [] : [floor, ...timings];
        if (tables) await timed(fromTables, () => tables.adminRights('User', user.objectid, request));
        await versions.ofContainer();
        // The first statement after other work takes longer, whatever it reads.
        await database.prepared(pointRead, [user.objectid]);
        await timed(read, () => database.prepared(pointRead, [user.objectid]));
        await timed(first, () => memory.adminRights('User', user.objectid, request));
        await timed(again, () => memory.adminRights('User', user.objectid, request));
      }
      const results = format(median(users.map(({ count }) => count)));
      rows.push({ texts: [title, results, list.title], floor, timings });
    }
  }
  if (memory.answers.tables > 0) throw new Error('the graph in memory did not answer');
  printLists(rows);
}

/** Medians are multiples of the reads of the same row, because the machine changes; one row has too few reads for a tail. */
function printLists(rows: readonly Row[]): void {
  const reads = Timings.of(rows.map(({ floor }) => floor));
  const cells = rows.map(({ texts, floor, timings }) => {
    const ratios = timings.flatMap((it) => [
      it.percentile(0.5) / floor.percentile(0.5),
      it.percentile(0.99) / reads.percentile(0.99),
    ]);
    return [...texts, ...ratios.map((ratio) => (Number.isNaN(ratio) ? '-' : ratio.toFixed(1)))];
  });
  const [p50, p99] = [0.5, 0.99].map((share) => reads.percentile(share).toFixed(3));
  printTable(
    `Lists of admin rights as multiples of one read by object id (p50 ${p50} ms, p99 ${p99} ms) over one connection`,
    ['user', 'results p50', 'list', 'tables p50', 'p99', 'first p50', 'p99', 'again p50', 'p99'],
    cells,
  );
}

function timed(timings: Timings | undefined, work: () => Promise<unknown>): Promise<unknown> {
  return timings ? timings.measure(work) : work();
}

/** How often a computer changes before the first list is read again. */
const changesOfComputers = 5;

/** The very first list of an all-powerful user, for which memory marks the computers of the large groups. */
export async function reportFirstQuestion({ memory }: Readers, versions: NewVersions, objectid: string): Promise<void> {
  const read = () => memory.adminRights('User', objectid, { skip: 0, limit: 10, order: byName });
  const [afterReading, afterComputers] = [new Timings(), new Timings()];
  await afterReading.measure(read);
  for (let time = 0; time < changesOfComputers; time++) {
    await versions.ofComputer();
    await afterComputers.measure(read);
  }
  const [reading, computers] = [afterReading, afterComputers].map((timings) => timings.percentile(0.5).toFixed(1));
  print(`first list of an all-powerful user: ${reading} ms after reading, ${computers} ms after a computer changed`);
}

const graphTimes = 40;

/** The largest graph that the API returns. */
const mostGraphNodes = 5000;

/** Reads `type=graph`: the paths that give the rights, as nodes and edges, always from the tables. */
export async function reportGraphs(database: Database, classes: readonly UserClass[]): Promise<void> {
  const reader = new SqlGraphReader(database, new KindNames(database));
  const floor = new Timings();
  const results: { readonly title: string; readonly timings: Timings; readonly nodes: readonly number[] }[] = [];
  for (const { title, users } of classes) {
    const [timings, nodes] = [new Timings(), new Array<number>()];
    for (let turn = 0; turn < graphTimes; turn++) {
      const { objectid } = users[turn % users.length] ?? { objectid: '' };
      await floor.measure(() => database.prepared(pointRead, [objectid]));
      await timings.measure(async () => {
        nodes.push((await reader.adminRightsGraph('User', objectid, mostGraphNodes))?.nodes.length ?? 0);
      });
    }
    results.push({ title, timings, nodes });
  }
  const rows = results.map(({ title, timings, nodes }) => [
    title,
    ...[0.5, 0.99].map((share) => (timings.percentile(share) / floor.percentile(share)).toFixed(1)),
    format(median(nodes)),
  ]);
  printTable(
    `Graphs of at most ${format(mostGraphNodes)} nodes, in the same multiples`,
    ['user', 'p50', 'p99', 'nodes p50'],
    rows,
  );
}

import Table from 'cli-table3';
import type { Database } from '../../src/database/database.js';
import type { EntityPageRequest } from '../../src/graph/graph-reader.js';
import type { NewVersions } from './new-versions.js';
import { pointRead, type Readers } from './readers.js';
import { format, print } from './text.js';
import { Timings } from './timing.js';
import type { UserClass } from './user-classes.js';

const descending = true;
export const byName = [{ by: 'name', descending: false }] as const;

/** What is asked for; `skip` as a share of the whole result. */
const questions: readonly { title: string; order: EntityPageRequest['order']; skip: number }[] = [
  { title: 'first page by name', order: byName, skip: 0 },
  { title: 'page in the middle', order: byName, skip: 0.5 },
  { title: 'by name, downwards', order: [{ by: 'name', descending }], skip: 0 },
  { title: 'by object id', order: [{ by: 'objectid', descending: false }], skip: 0 },
  { title: 'by object id, in the middle', order: [{ by: 'objectid', descending: false }], skip: 0.5 },
  { title: 'by label', order: [{ by: 'label', descending: false }], skip: 0 },
  { title: 'by name, then object id downwards', order: [...byName, { by: 'objectid', descending }], skip: 0 },
];

/** So often each question is asked before it is timed. */
const warmUp = 10;

interface Row {
  readonly texts: readonly string[];
  /** One read by object id, just before the first question. */
  readonly floor: Timings;
  readonly timings: readonly Timings[];
}

/**
 * Every question about every class of users: from the tables; from memory, which has never been asked about that user as of that
 * version; and from memory once more. Nothing from tables that are null.
 */
export async function compareLists(
  database: Database,
  { tables, memory }: { readonly tables: Readers['tables'] | null; readonly memory: Readers['memory'] },
  versions: NewVersions,
  classes: readonly UserClass[],
): Promise<void> {
  const table = new Table({
    head: ['user', 'results p50', 'question', 'tables p50', 'p99', 'first p50', 'p99', 'again p50', 'p99'],
    style: { head: [], border: [] },
  });
  const rows: Row[] = [];
  for (const { title, users, times } of classes) {
    for (const question of questions) {
      const floor = new Timings();
      const timings = [new Timings(), new Timings(), new Timings()];
      for (let turn = -warmUp; turn < times; turn++) {
        const user = users[(turn + users.length) % users.length];
        if (!user) continue;
        const request = { skip: Math.floor(user.count * question.skip), limit: 10, order: question.order };
        const [read, fromTables, first, again] = turn < 0 ? [] : [floor, ...timings];
        if (tables) await timed(fromTables, () => tables.adminRights('User', user.objectid, request));
        await versions.ofContainer();
        // The first to be sent after the work of others takes longer, whatever it is.
        await database.prepared(pointRead, [user.objectid]);
        await timed(read, () => database.prepared(pointRead, [user.objectid]));
        await timed(first, () => memory.adminRights('User', user.objectid, request));
        await timed(again, () => memory.adminRights('User', user.objectid, request));
      }
      const counts = users.map((it) => it.count).toSorted((a, b) => a - b);
      const middle = format(counts[Math.floor(counts.length / 2)] ?? 0);
      rows.push({ texts: [title, middle, question.title], floor, timings });
    }
  }
  // One row has too few reads for a tail, and all of them were too far apart for a middle: others use the machine, too.
  const reads = Timings.of(rows.map(({ floor }) => floor));
  for (const { texts, floor, timings } of rows) {
    const ratios = timings.flatMap((it) => [
      it.percentile(0.5) / floor.percentile(0.5),
      it.percentile(0.99) / reads.percentile(0.99),
    ]);
    table.push([...texts, ...ratios.map((ratio) => (Number.isNaN(ratio) ? '-' : ratio.toFixed(1)))]);
  }
  if (memory.answers.tables > 0) throw new Error('the snapshot did not answer');
  const read = [0.5, 0.99].map((share) => reads.percentile(share).toFixed(3));
  print(
    `Multiples of one read by object id (${read.join(' and ')} ms), one connection; from memory the first question about a ` +
      `user as of a version, and the same again\n${table.toString()}`,
  );
}

function timed(timings: Timings | undefined, work: () => Promise<unknown>): Promise<unknown> {
  return timings ? timings.measure(work) : work();
}

/** How often memory is made to begin anew. */
const beginnings = 5;

/** The first question of all about an all-powerful user, which marks what the large groups have, in milliseconds. */
export async function reportFirstOfAll({ memory }: Readers, versions: NewVersions, objectid: string): Promise<void> {
  const request = { skip: 0, limit: 10, order: byName };
  const ask = () => memory.adminRights('User', objectid, request);
  const [afterReading, afterComputers] = [new Timings(), new Timings()];
  await afterReading.measure(ask);
  for (let time = 0; time < beginnings; time++) {
    await versions.ofComputer();
    await afterComputers.measure(ask);
  }
  const [reading, computers] = [afterReading, afterComputers].map((timings) => timings.percentile(0.5).toFixed(1));
  print(
    `The first question of all about an all-powerful user: ${reading} ms after reading, ${computers} ms after a computer changed`,
  );
}

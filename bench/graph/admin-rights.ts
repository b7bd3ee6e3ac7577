import type { INestApplicationContext } from '@nestjs/common';
import { Random } from '../../demo/generator/random.js';
import type { Database } from '../../src/database/database.js';
import { shownNodes } from '../../src/graph/answers/answer-nodes.js';
import type { EntityPageRequest } from '../../src/graph/questions/pages/shown-node.js';
import type { EntityReader } from '../../src/graph/answers/entity-reader.js';
import { IngestService } from '../../src/ingest/ingest.service.js';
import { bufferSource } from '../../src/ingest/reading/payload-source.js';
import { format, median, print, printTable, throughput, Timings } from '../measure.js';
import { adminRightsOf } from './admin-rights-query.js';
import type { UserClass } from './user-classes.js';

export interface Measured {
  readonly database: Database;
  readonly reader: EntityReader;
}

/** The floor of all answers. */
const pointRead = 'SELECT objectid, name, kind, kinds FROM node WHERE objectid = $1';

const byName = [{ by: 'name', descending: false }] as const;
const byObjectid = [{ by: 'objectid', descending: false }] as const;

/** The lists that are read; `skip` as a share of the whole result. */
const lists: readonly { title: string; order: EntityPageRequest['order']; skip: number }[] = [
  { title: 'first page by name', order: byName, skip: 0 },
  { title: 'page in the middle', order: byName, skip: 0.5 },
  { title: 'by name, descending', order: [{ by: 'name', descending: true }], skip: 0 },
  { title: 'by object id', order: byObjectid, skip: 0 },
  { title: 'by object id, in the middle', order: byObjectid, skip: 0.5 },
  { title: 'by label', order: [{ by: 'label', descending: false }], skip: 0 },
  { title: 'by name, then object id', order: [...byName, ...byObjectid], skip: 0 },
];

/** Answers before the measured ones. */
const warmUp = 10;
const graphTimes = 40;
const changeTimes = 20;
const secondsOfThroughput = 4;

/** The largest graph that the API returns. */
const maxGraphNodes = 5000;

/** Answers and the reads just before them. */
export class Comparison {
  readonly floor = new Timings();
  readonly answers = new Timings();

  constructor(private readonly database: Database) {}

  async measure(objectid: string, answer: () => Promise<unknown>): Promise<void> {
    // The first statement after other work takes longer, whatever it reads.
    await this.database.prepared(pointRead, [objectid]);
    await this.floor.measure(() => this.database.prepared(pointRead, [objectid]));
    await this.answers.measure(answer);
  }

  /** Median in milliseconds, and as a multiple of the floor's. */
  times(): string[] {
    return this.cells().slice(0, 2);
  }

  /** Median in milliseconds, then median and 99th percentile as multiples of the floor's. */
  cells(floor = this.floor): string[] {
    const ratio = (share: number, of: Timings) => (this.answers.percentile(share) / of.percentile(share)).toFixed(1);
    return [this.answers.percentile(0.5).toFixed(2), ratio(0.5, this.floor), ratio(0.99, floor)];
  }
}

const head = ['p50 ms', 'p50, times', 'p99, times'];

/** Reads every list of every class of users. */
export async function reportLists({ database, reader }: Measured, classes: readonly UserClass[]): Promise<void> {
  const rows: { readonly texts: readonly string[]; readonly comparison: Comparison }[] = [];
  for (const { title, users, times } of classes) {
    for (const list of lists) {
      let comparison = new Comparison(database);
      for (let turn = -warmUp; turn < times; turn++) {
        if (turn === 0) comparison = new Comparison(database);
        const { objectid, count } = userOf(users, turn + warmUp);
        const request = { skip: Math.floor(count * list.skip), limit: 10, order: list.order };
        await comparison.measure(objectid, () => reader.page(adminRightsOf(objectid), request));
      }
      const results = format(median(users.map(({ count }) => count)));
      rows.push({ texts: [title, results, list.title], comparison });
    }
  }
  // One row has too few reads for a tail.
  const floor = Timings.of(rows.map(({ comparison }) => comparison.floor));
  const [p50, p99] = [0.5, 0.99].map((share) => floor.percentile(share).toFixed(3));
  printTable(
    `Lists of admin rights as multiples of one read by object id (p50 ${p50} ms, p99 ${p99} ms)`,
    ['user', 'results p50', 'list', ...head],
    rows.map(({ texts, comparison }) => [...texts, ...comparison.cells(floor)]),
  );
}

/** Reads the first page just after the graph has changed: a record of a new node was loaded. */
export async function reportChanges(
  app: INestApplicationContext,
  { database, reader }: Measured,
  classes: readonly UserClass[],
): Promise<void> {
  const rows: string[][] = [];
  for (const { title, users } of classes) {
    const comparison = new Comparison(database);
    for (let turn = 0; turn < changeTimes; turn++) {
      await loadNode(app, `bench-${title}-${turn}`);
      const { objectid } = userOf(users, turn);
      const request = { skip: 0, limit: 10, order: byName };
      await comparison.measure(objectid, () => reader.page(adminRightsOf(objectid), request));
    }
    rows.push([title, ...comparison.cells()]);
  }
  printTable('The first list after a small change, in the same multiples', ['user', ...head], rows);
}

async function loadNode(app: INestApplicationContext, id: string): Promise<void> {
  const node = { id, kinds: ['Bench'], properties: { name: id } };
  const text = JSON.stringify({ metadata: { source_kind: 'Bench_Base' }, graph: { nodes: [node], edges: [] } });
  const { complete } = await app.get(IngestService).ingest([bufferSource('bench.json', Buffer.from(text))]);
  if (!complete) throw new Error('the change of the graph has a fault');
}

/** Reads `type=graph`: the paths that lead to the rights, as nodes and edges. */
export async function reportGraphs({ database, reader }: Measured, classes: readonly UserClass[]): Promise<void> {
  const rows: string[][] = [];
  for (const { title, users } of classes) {
    const comparison = new Comparison(database);
    const nodes: number[] = [];
    for (let turn = 0; turn < graphTimes; turn++) {
      const { objectid } = userOf(users, turn);
      await comparison.measure(objectid, async () => {
        nodes.push((await reader.paths(adminRightsOf(objectid), maxGraphNodes, shownNodes))?.answer.nodes.length ?? 0);
      });
    }
    rows.push([title, format(median(nodes)), ...comparison.cells()]);
  }
  printTable(
    `Graphs of at most ${format(maxGraphNodes)} nodes, in the same multiples`,
    ['user', 'nodes p50', ...head],
    rows,
  );
}

/** 94 of a hundred lists are of typical users, five of heavy ones, one of the all-powerful. */
export async function reportThroughput(
  { database, reader }: Measured,
  classes: readonly UserClass[],
  connections: number,
): Promise<void> {
  const random = new Random('mix');
  const user = () => {
    const roll = random.below(100);
    const users = classes[roll < 94 ? 0 : roll < 99 ? 1 : 2]?.users ?? [];
    return random.pick(users).objectid;
  };
  const contenders = {
    'reads by object id (floor)': () => database.prepared(pointRead, [user()]),
    'lists of admin rights': () => reader.page(adminRightsOf(user()), { skip: 0, limit: 10, order: byName }),
  };
  for (const [title, work] of Object.entries(contenders)) {
    await throughput(work, connections, 1);
    const perSecond = await throughput(work, connections, secondsOfThroughput);
    print(`${title}: ${format(perSecond)} a second over ${connections} connections`);
  }
}

function userOf(users: UserClass['users'], turn: number): UserClass['users'][number] {
  const user = users[turn % users.length];
  if (!user) throw new Error('the class has no users');
  return user;
}

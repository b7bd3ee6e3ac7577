import Table from 'cli-table3';
import type { Database } from '../../src/database/database.js';
import { KindNames } from '../../src/graph/kinds/kind-names.js';
import { SqlGraphReader } from '../../src/graph/sql-graph-reader.js';
import { pointRead } from './readers.js';
import { format, print } from './text.js';
import { Timings } from './timing.js';
import type { UserClass } from './user-classes.js';

/** How often a graph is asked for, and how large the API lets it be. */
const graphTimes = 40;
const mostGraphNodes = 5000;

const percentiles = [0.5, 0.99] as const;

/** `type=graph`, which is always read from the tables: the paths that give the rights, as nodes and edges. */
export async function reportGraphs(database: Database, classes: readonly UserClass[]): Promise<void> {
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

import { shownNodes } from '../../src/graph/answers/answer-nodes.js';
import type { Database } from '../../src/database/database.js';
import { directoryKinds } from '../../src/modules/entities/directory-table.js';
import type { EntityKind } from '../../src/modules/entities/entity-kind.js';
import { format, printTable } from '../measure.js';
import { Comparison, type Measured } from './admin-rights.js';

/** The entities of a kind with the most edges; each is one after a change of the graph, and one again. */
const entitiesOfKind = 20;

const largest = `
  SELECT n.objectid FROM node n JOIN edge_list l ON l.owner = n.id JOIN kind k ON k.id = n.kind
  WHERE k.name = $1 GROUP BY n.id, n.objectid ORDER BY sum(cardinality(l.peers)) DESC, n.objectid LIMIT ${entitiesOfKind}`;

/** Reads entities with the lengths of all their lists, and the first page of their longest list. */
export async function reportEntities({ database, reader }: Measured): Promise<void> {
  const rows: string[][] = [];
  for (const kind of directoryKinds.filter(({ path }) => path !== 'base')) {
    const objectids = await largestOf(database, kind);
    const [first, again, page] = [new Comparison(database), new Comparison(database), new Comparison(database)];
    let longest = 0;
    for (const objectid of objectids) {
      const counted = () => reader.counted({ objectid, ...kind }, kind.lists, shownNodes);
      await first.measure(objectid, counted);
      await again.measure(objectid, counted);
      const counts = (await counted())?.answer.counts ?? [];
      const most = Math.max(0, ...counts);
      const list = kind.lists[counts.indexOf(most)];
      longest = Math.max(longest, most);
      const request = { skip: 0, limit: 10, order: [{ by: 'name', descending: false }] } as const;
      if (list) await page.measure(objectid, () => reader.page({ objectid, walk: list.walk }, request));
    }
    if (objectids.length > 0)
      rows.push([kind.path, format(longest), ...[first, again, page].flatMap((it) => it.times())]);
  }
  printTable(
    'The largest entities with the lengths of their lists, and the first page of the longest list; medians in ms and multiples of a read',
    ['kind', 'longest list', 'first ms', 'times', 'again ms', 'times', 'page ms', 'times'],
    rows,
  );
}

async function largestOf(database: Database, { noun, kinds = [] }: EntityKind): Promise<string[]> {
  const [kind] = await database.query<{ name: string }>('SELECT name FROM kind WHERE id = $1', [kinds[0] ?? 0]);
  if (!kind) throw new Error(`there is no kind of ${noun}`);
  const rows = await database.query<{ objectid: string }>(largest, [kind.name]);
  return rows.map(({ objectid }) => objectid);
}

import fc from 'fast-check';
import { SystemClock } from '../../base/clock.js';
import type { Database } from '../../database/database.js';
import { described, edge, producing, whole } from '../graph-records.fixture.js';
import { lockGraphForWriting } from '../store/graph-write-lock.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { loggedKinds, openDelta, publishDelta } from '../loader/delta.js';
import { GraphLoader } from '../loader/graph-loader.js';
import type { EdgeRecord, NodeRecord, RecordPart } from '../records.js';
import { GraphRemoval } from '../removal/graph-removal.js';
import type { GraphCriteria } from '../removal/selection.js';

export const users = ['U0', 'U1', 'U2'];
export const groups = ['G0', 'G1', 'G2', 'G3', 'G4'];
const computers = ['C0', 'C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7'];
const logged = loggedKinds.join(', ');

/** One transaction that changes the graph. */
export type Change =
  | { readonly do: 'load'; readonly records: readonly RecordPart[] }
  /** Of the edges that rights are read from, the one at that place. */
  | { readonly do: 'unlink'; readonly place: number }
  | { readonly do: 'remove'; readonly objectid: string }
  | { readonly do: 'delete'; readonly criteria: GraphCriteria }
  /** More than is logged as changes, so that the graph has to be read anew. */
  | { readonly do: 'bulk' };

const holder = fc.constantFrom(...users, ...groups);
const name = fc.constantFrom('A', 'B', 'C', 'D');

function descriptions(ids: readonly string[], ...kinds: readonly string[]): fc.Arbitrary<NodeRecord> {
  return fc
    .tuple(fc.constantFrom(...ids), fc.constantFrom(...kinds), name)
    .map(([objectid, kind, text]) => described(objectid, [kind, 'Base'], { name: text }));
}

function edges(kind: string, targets: readonly string[]): fc.Arbitrary<EdgeRecord> {
  return fc.tuple(holder, fc.constantFrom(...targets)).map(([source, target]) => edge(source, kind, target));
}

const record: fc.Arbitrary<NodeRecord | EdgeRecord> = fc.oneof(
  { weight: 4, arbitrary: edges('MemberOf', groups) },
  { weight: 4, arbitrary: edges('AdminTo', computers) },
  // Now and then a computer is a user first, or becomes one.
  { weight: 3, arbitrary: descriptions(computers, 'Computer', 'Computer', 'User') },
  { weight: 1, arbitrary: descriptions(users, 'User') },
  { weight: 1, arbitrary: descriptions(groups, 'Group') },
);

/** The members of a group, or the administrators of a computer, as all there are: what an earlier list had besides goes. */
const list: fc.Arbitrary<RecordPart[]> = fc
  .tuple(
    fc.constantFrom(
      ...groups.map((id) => ['MemberOf', id] as const),
      ...computers.slice(0, 3).map((id) => ['AdminTo', id] as const),
    ),
    fc.subarray([...users, ...groups]),
  )
  .map(([[kind, target], holders]) => [
    ...holders.map((source) => edge(source, kind, target)),
    whole(target, { of: 'incoming', kind }),
  ]);

/** What collectors and operators do to a graph of few nodes: they come, are renamed, turn out to be something else, go, and come again. */
export const graphChange: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('load' as const),
      records: fc.array(record, { minLength: 1, maxLength: 5 }),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('load' as const), records: list }) },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('unlink' as const), place: fc.nat(50) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('remove' as const),
      objectid: fc.constantFrom(...users, ...groups, ...computers),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('delete' as const),
      criteria: fc.constantFrom(
        { kinds: [Kind.Group] },
        { kinds: [Kind.AdminTo] },
        { source: Kind.Base, kinds: [Kind.Computer, Kind.MemberOf] },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'bulk' as const }) },
);

const unlinked = `
  DELETE FROM edge WHERE (source, kind, target) = (
    SELECT source, kind, target FROM edge WHERE kind IN (${logged}) ORDER BY 1, 2, 3 OFFSET $1 LIMIT 1)
  RETURNING source, target, kind`;

const removedEdges = `
  DELETE FROM edge e USING node n WHERE n.objectid = $1 AND n.id IN (e.source, e.target)
  RETURNING e.source, e.target, e.kind`;

const removedNode = `
  WITH gone AS (DELETE FROM node WHERE objectid = $1 RETURNING id, kind)
  INSERT INTO delta_node SELECT id, false, true, -(kind = ${Kind.Computer})::int FROM gone`;

/** Writes changes as the product does, by the loader and by deltas. */
export class ChangingGraph {
  private readonly loader: GraphLoader;
  private readonly removal: GraphRemoval;
  private bulks = 0;

  constructor(private readonly database: Database) {
    this.loader = new GraphLoader(database, new SystemClock());
    this.removal = new GraphRemoval(database);
  }

  async write(change: Change): Promise<void> {
    if (change.do === 'load') await this.loader.load(producing(...change.records));
    else if (change.do === 'delete') await this.removal.remove(change.criteria, async () => {});
    else if (change.do === 'unlink') await this.remove(unlinked, change.place);
    else if (change.do === 'remove') await this.remove(removedEdges, change.objectid, removedNode);
    else await this.loadBulk();
  }

  private async loadBulk(): Promise<void> {
    this.bulks++;
    const ids = Array.from({ length: 30 }, (_, place) => `BULK${this.bulks}-${place}`);
    await this.loader.load(producing(...ids.flatMap((source) => ids.map((target) => edge(source, 'Owns', target)))));
  }

  private async remove(edgesGone: string, value: string | number, nodeGone?: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockGraphForWriting(tx);
      await openDelta(tx);
      const removed = await tx.query(
        `WITH gone AS (${edgesGone}) INSERT INTO delta_edge SELECT -1, source, target, kind FROM gone RETURNING 1`,
        [value],
      );
      await tx.query(`DELETE FROM delta_edge WHERE kind NOT IN (${logged})`);
      if (nodeGone) await tx.query(nodeGone, [value]);
      await publishDelta(tx, { created: 0, changed: 0, removed: removed.length });
    });
  }
}

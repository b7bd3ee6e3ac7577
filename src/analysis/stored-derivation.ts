import type { SqlConnection, SqlRunner } from '../database/database.js';
import { Kind } from '../graph/kinds/kind-catalogue.js';
import { arrayLength, firstElement, integerStep } from '../graph/memory/copied-array.js';
import { copyOut } from '../graph/memory/copy-out.js';
import { currentVersion, publish } from '../graph/store/graph-version.js';
import { lockGraphForWriting } from '../graph/store/graph-write-lock.js';
import { ListChanges } from '../graph/store/list-changes.js';
import { type ListRow, Origin } from '../graph/store/list-row.js';
import { compareLists, type EdgeCounts, type ListDifference } from './compare-lists.js';
import type { Derivation } from './derive.js';
import { type EdgeLists, EdgeListsBuilder } from './edge-lists.js';
import { writeTierZero } from './tier-zero/tier-zero-members.js';

/** How many edges of one kind came and went. */
export interface DerivedKindChange {
  readonly kind: string;
  readonly created: number;
  readonly removed: number;
}

export interface WrittenDerivation {
  /** Version of the graph that was written to. */
  readonly before: number;
  /** Version that it made. */
  readonly version: number;
  readonly edges: readonly DerivedKindChange[];
}

/** Lists that are written at a time. */
const listsPerWrite = 100_000;

/** The edges that the last analysis derived. */
export async function readDerivedEdges(tx: SqlConnection): Promise<EdgeLists> {
  const edges = new EdgeListsBuilder();
  const query = `SELECT owner, list, peers FROM edge_list WHERE origin = ${Origin.Derived}`;
  await copyOut(tx.client, query, (row) => {
    const [owner, list] = [row.bytes.readInt32BE(row.at[0]), row.bytes.readInt16BE(row.at[1])];
    const first = firstElement(row, 2);
    for (let index = 0; index < arrayLength(row, 2); index++)
      edges.addEntry(owner, list, row.bytes.readInt32BE(first + integerStep * index));
  });
  return edges.build();
}

/**
 * Makes the derived lists and tier zero of the graph equal to what was derived, as one version. A second time changes nothing. The
 * comparison precedes the write lock, so that loads wait for the writing only.
 * @param was the derived edges of version `read` of the graph
 */
export async function writeDerivation(
  tx: SqlConnection,
  { edges, stated, tierZero }: Derivation,
  was: EdgeLists,
  read: number,
): Promise<WrittenDerivation> {
  let [derived, members] = [edges, tierZero];
  let differences = compareLists(was, derived, stated);
  await lockGraphForWriting(tx);
  const before = await currentVersion(tx);
  if (before !== read) {
    const nodes = await readNodeIds(tx);
    derived = edges.within(nodes);
    differences = compareLists(await readDerivedEdges(tx), derived, stated);
    members = new Set([...tierZero].filter((node) => nodes.has(node)));
  }
  const { lists, counts } = differences;
  for (let start = 0; start < lists.length; start += listsPerWrite)
    await changesOf(lists.slice(start, start + listsPerWrite), derived).write(tx);
  const nodes = await writeTierZero(tx, members);
  const version = await publish(tx, { owners: new Set(lists.map(({ owner }) => owner)), nodes });
  return { before, version, edges: namedCounts(counts) };
}

function changesOf(lists: readonly ListDifference[], derived: EdgeLists): ListChanges {
  const changes = new ListChanges();
  for (const { owner, kind, start, end, isNew } of lists) {
    const peers = derived.peersBetween(start, end);
    const row: ListRow = {
      list: kind,
      origin: Origin.Derived,
      peers,
      kinds: null,
      flags: null,
      days: null,
      details: null,
      record: null,
    };
    if (peers.length === 0) changes.remove(owner, row);
    else if (isNew) changes.insert(owner, row);
    else changes.update(owner, row);
  }
  return changes;
}

async function readNodeIds(tx: SqlRunner): Promise<Set<number>> {
  const rows = await tx.query<{ id: number }>('SELECT id FROM node');
  return new Set(rows.map(({ id }) => id));
}

const kindNames = new Map<number, string>(Object.entries(Kind).map(([name, kind]) => [kind, name]));

/** Memberships first, because the other rules follow them. */
function namedCounts(counts: ReadonlyMap<number, EdgeCounts>): DerivedKindChange[] {
  const named = [...counts].map(([kind, count]) => ({ kind: kindNames.get(kind) ?? '', ...count }));
  return named.toSorted((one, other) => rank(one) - rank(other) || (one.kind < other.kind ? -1 : 1));
}

function rank({ kind }: DerivedKindChange): number {
  return kind === 'MemberOf' ? 0 : 1;
}

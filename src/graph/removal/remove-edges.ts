import type { SqlConnection } from '../../database/database.js';
import { ListChanges } from '../store/list-changes.js';
import type { ListRow } from '../store/list-row.js';
import { RecordsToForget } from '../store/records-to-forget.js';
import { findOwners, rowsByOwner } from './owned-rows.js';
import { type Nodes, type Remaining, remainingLists } from './remaining-lists.js';
import type { Condition } from './selection.js';

/** Which edges go, beside those of nodes that go. */
export interface EdgeSelection {
  /** On `listsWithDays`: the lists that may hold such edges; null: none do. */
  readonly lists: Condition | null;
  readonly remaining: Remaining;
}

export interface RemovedEdges {
  /** By number of the kind. */
  readonly counts: ReadonlyMap<number, number>;
  /** Nodes that stay and whose lists changed. */
  readonly owners: readonly number[];
}

/** Changed rows that are written at a time. */
const rowsPerWrite = 5_000;

interface ChangedRow {
  readonly owner: number;
  readonly row: ListRow;
}

/**
 * Removes entries from the lists of nodes that stay. The lists of nodes that go are only counted: they go as a whole.
 * @param isPreview nothing is written
 */
export async function removeEdges(
  tx: SqlConnection,
  nodes: Nodes,
  { lists, remaining }: EdgeSelection,
  isPreview: boolean,
): Promise<RemovedEdges> {
  await findOwners(tx, lists);
  const counts = new Map<number, number>();
  const owners: number[] = [];
  let unwritten: ChangedRow[] = [];
  for await (const rows of rowsByOwner(tx)) {
    const { changed, gone } = remainingLists(rows, nodes, remaining);
    for (const kind of gone) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const owner = rows[0]?.owner ?? 0;
    if (isPreview || nodes.goes(owner) || changed.length === 0) continue;
    owners.push(owner);
    unwritten.push(...changed.map((row) => ({ owner, row })));
    if (unwritten.length < rowsPerWrite) continue;
    await write(tx, unwritten);
    unwritten = [];
  }
  await write(tx, unwritten);
  return { counts, owners };
}

async function write(tx: SqlConnection, rows: readonly ChangedRow[]): Promise<void> {
  const changes = new ListChanges();
  const forget = new RecordsToForget();
  for (const { owner, row } of rows) {
    changes[row.peers.length > 0 ? 'update' : 'remove'](owner, row);
    forget.owner(owner);
    forget.record(row.record);
  }
  await changes.write(tx);
  await forget.write(tx);
}

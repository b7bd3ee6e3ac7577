import type { SqlConnection } from '../../database/database.js';
import { forgetRecords, ListChanges } from '../store/list-changes.js';
import type { ListRow } from '../store/list-row.js';
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

/** Changed rows are written when so many have gathered. */
const rowsPerWrite = 5_000;

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
  let pending = new PendingRows();
  for await (const rows of rowsByOwner(tx)) {
    const { changed, gone } = remainingLists(rows, nodes, remaining);
    for (const kind of gone) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const owner = rows[0]?.owner ?? 0;
    if (isPreview || nodes.goes(owner) || changed.length === 0) continue;
    owners.push(owner);
    pending.add(owner, changed);
    if (pending.count < rowsPerWrite) continue;
    await pending.write(tx);
    pending = new PendingRows();
  }
  await pending.write(tx);
  return { counts, owners };
}

/** Rows of lists that are to be written, and the records that gave them. */
class PendingRows {
  count = 0;
  private readonly changes = new ListChanges();
  private readonly records = new Set<number>();

  add(owner: number, rows: readonly ListRow[]): void {
    for (const row of rows) {
      if (row.peers.length > 0) this.changes.update(owner, row);
      else this.changes.remove(owner, row);
      if (row.record !== null) this.records.add(row.record);
    }
    this.count += rows.length;
  }

  async write(tx: SqlConnection): Promise<void> {
    await this.changes.write(tx);
    await forgetRecords(tx, [...this.changes.owners], [...this.records]);
  }
}

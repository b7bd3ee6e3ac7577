import { ListMerge } from './list-merge.js';
import { isSameList } from './list-entries.js';
import type { ListRow } from './list-row.js';
import type { FormerRow, ListStatement } from './list-statement.js';

export interface MergedLists {
  /** The rows that differ afterwards. One without peers is not stored any more. */
  readonly changed: readonly ListRow[];
  /** Statements that may change a row if they come again, or whose record the row does not name. Such records are never passed over. */
  readonly unrecognizable: readonly ListStatement[];
}

/** Merges statements of records, one after the other, into the rows of one node. Depends on its arguments alone. */
export function mergeLists(rows: readonly FormerRow[], statements: readonly ListStatement[], day: number): MergedLists {
  const open = new Map<number, ListMerge>();
  for (const statement of statements) {
    const { list, origin } = statement;
    const key = keyOf(statement);
    let merged = open.get(key);
    if (!merged) {
      const old = rows.find((row) => row.list === list && row.origin === origin);
      open.set(key, (merged = new ListMerge(list, origin, old ?? null, day)));
    }
    merged.add(statement);
  }
  const changed: ListRow[] = [];
  for (const merged of open.values()) {
    const { old } = merged;
    const row = merged.row();
    if (old ? old.record !== row.record || !isSameList(old, row) : row.peers.length > 0) changed.push(row);
  }
  const unrecognizable = statements.filter((statement) => open.get(keyOf(statement))?.holds(statement) === false);
  return { changed, unrecognizable };
}

function keyOf({ list, origin }: Pick<ListStatement, 'list' | 'origin'>): number {
  return list * 4 + origin;
}

import { OpenList } from './open-list.js';
import { isSameList, type StatedEdge } from './list-entries.js';
import { type ListRow, type Origin } from './list-row.js';

/** All that one record says of one list of a node. */
export interface ListStatement {
  readonly list: number;
  readonly origin: typeof Origin.Whole | typeof Origin.Added;
  readonly edges: readonly StatedEdge[];
  /** The record that makes the statement. */
  readonly record: number | null;
  /** Whether the record describes the owner of the list. */
  readonly isOwn: boolean;
  /** For a whole list: an earlier record of the payload gave it, too, so it contains the edges of both. */
  readonly unites: boolean;
}

/** A row before the statements. */
export interface FormerRow extends ListRow {
  /** Whether `record` describes another node than the owner of the list, or does not exist. */
  readonly isForeign: boolean;
}

export interface MergedLists {
  /** Rows to insert or update. */
  readonly written: readonly ListRow[];
  /** Rows to delete. */
  readonly removed: readonly ListRow[];
  /** Statements that may change a row if they come again, or whose record the row does not name. Such records are never passed over. */
  readonly unrecognizable: readonly ListStatement[];
}

/** Merges statements of records, one after the other, into the rows of one node. Depends on its arguments alone. */
export function mergeLists(rows: readonly FormerRow[], statements: readonly ListStatement[], day: number): MergedLists {
  const open = new Map<number, OpenList>();
  for (const statement of statements) {
    const { list, origin } = statement;
    const key = keyOf(statement);
    let merged = open.get(key);
    if (!merged) {
      const old = rows.find((row) => row.list === list && row.origin === origin);
      open.set(key, (merged = new OpenList(list, origin, old ?? null, day)));
    }
    merged.add(statement);
  }
  const written: ListRow[] = [];
  const removed: ListRow[] = [];
  for (const merged of open.values()) {
    const { old } = merged;
    const row = merged.row();
    if (old && old.record === row.record && isSameList(old, row)) continue;
    if (row.peers.length > 0) written.push(row);
    else if (old) removed.push(old);
  }
  const unrecognizable = statements.filter((statement) => open.get(keyOf(statement))?.holds(statement) === false);
  return { written, removed, unrecognizable };
}

function keyOf({ list, origin }: Pick<ListStatement, 'list' | 'origin'>): number {
  return list * 4 + origin;
}

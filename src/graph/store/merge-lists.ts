import { addEdges, type Entries, entriesOf, isSameList, rowOf, type StatedEdge } from './list-entries.js';
import { type ListRow, Origin } from './list-row.js';

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

interface OpenRow {
  readonly old: FormerRow | null;
  readonly entries: Entries;
  readonly row: ListRow;
  readonly isForeign: boolean;
  /** How many statements were merged. */
  readonly statements: number;
}

/** Merges statements of records, one after the other, into the rows of one node. Depends on its arguments alone. */
export function mergeLists(rows: readonly FormerRow[], statements: readonly ListStatement[], day: number): MergedLists {
  const open = new Map<number, OpenRow>();
  for (const statement of statements) {
    const key = keyOf(statement);
    open.set(key, merged(open.get(key) ?? opened(rows, statement), statement, day));
  }
  const written: ListRow[] = [];
  const removed: ListRow[] = [];
  for (const { old, row } of open.values()) {
    if (old && old.record === row.record && isSameList(old, row)) continue;
    if (row.peers.length > 0) written.push(row);
    else if (old) removed.push(old);
  }
  const unrecognizable = statements.filter((statement) => {
    const row = open.get(keyOf(statement));
    return row !== undefined && !isHeld(statement, row, day);
  });
  return { written, removed, unrecognizable };
}

function keyOf({ list, origin }: Pick<ListStatement, 'list' | 'origin'>): number {
  return list * 4 + origin;
}

function opened(rows: readonly FormerRow[], { list, origin }: ListStatement): OpenRow {
  const old = rows.find((it) => it.list === list && it.origin === origin) ?? null;
  const entries: Entries = old ? entriesOf(old) : new Map();
  const row = old ?? rowOf(list, origin, entries, null);
  return { old, entries, row, isForeign: old?.isForeign === true, statements: 0 };
}

function merged(before: OpenRow, statement: ListStatement, day: number): OpenRow {
  const { list, origin, edges, unites, record, isOwn } = statement;
  const isAdded = origin === Origin.Added;
  const entries = addEdges(isAdded || unites ? before.entries : new Map(), edges, isAdded ? day : null);
  const row = rowOf(list, origin, entries, record);
  const statements = before.statements + 1;
  if (!isSameList(before.row, row) || takesOver(before, statement))
    return { ...before, entries, row, isForeign: !isOwn, statements };
  return { ...before, entries, row: { ...row, record: before.row.record }, statements };
}

/**
 * Whether a record that repeats what the row says becomes the record of the row. Only this record can be passed over, and its day is
 * the day of the list. The owner's own record precedes others, because it states more of the owner.
 */
function takesOver({ row, isForeign }: OpenRow, { origin, unites, isOwn }: ListStatement): boolean {
  if (row.record === null) return true;
  if (origin === Origin.Added) return false;
  return isForeign ? isOwn || !unites : isOwn && !unites;
}

/** Whether a row contains a statement, so that the same statement would change nothing, and names its record. */
function isHeld(statement: ListStatement, { row, statements }: OpenRow, day: number): boolean {
  const { origin, edges, record, unites } = statement;
  const isWhole = origin === Origin.Whole;
  if (isWhole && row.peers.length > 0 && row.record !== record) return false;
  // The ordinary case needs no comparison.
  if (statements === 1 && !unites) return true;
  const again = isWhole ? addEdges(new Map(), edges, null) : addEdges(entriesOf(row), edges, day);
  return isSameList(row, rowOf(row.list, origin, again, null));
}

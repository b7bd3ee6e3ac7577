import { addEdges, type Entries, entriesOf, isSameList, rowOf, type StatedEdge } from './list-entries.js';
import { type ListRow, Origin } from './list-row.js';

/** All that one record says of one list of an object. */
export interface ListStatement {
  readonly list: number;
  readonly origin: typeof Origin.Whole | typeof Origin.Added;
  readonly edges: readonly StatedEdge[];
  /** The record that makes the statement. */
  readonly record: number | null;
  /** Whether the record describes the owner of the list. */
  readonly isOwn: boolean;
  /** For a whole list: the payload gave it before, so that what both say holds. */
  readonly unites: boolean;
}

/** A row as it was before the statements. */
export interface FormerRow extends ListRow {
  /** Whether `record` describes another object than the owner of the list, or does not exist. */
  readonly isForeign: boolean;
}

export interface MergedLists {
  /** Rows to insert or update. */
  readonly written: readonly ListRow[];
  /** Rows to delete. */
  readonly removed: readonly ListRow[];
  /** Statements whose records must be read when they come again, because the rows say something else or do not name the record. */
  readonly unsettled: readonly ListStatement[];
}

interface OpenRow {
  readonly old: FormerRow | null;
  readonly entries: Entries;
  readonly row: ListRow;
  readonly isForeign: boolean;
  /** Whether it says what its last statement says, and nothing else but what was there before. */
  readonly isOfOne: boolean;
}

/** Merges what records say, one after the other, into the rows of one object. Depends on its arguments alone. */
export function mergeLists(rows: readonly FormerRow[], statements: readonly ListStatement[], day: number): MergedLists {
  const open = new Map<number, OpenRow>();
  for (const statement of statements) {
    const key = keyOf(statement);
    const before = open.get(key);
    open.set(
      key,
      before ? stated(before, statement, day, false) : stated(opened(rows, statement), statement, day, true),
    );
  }
  const written: ListRow[] = [];
  const removed: ListRow[] = [];
  for (const { old, row } of open.values()) {
    if (old && old.record === row.record && isSameList(old, row)) continue;
    if (row.peers.length > 0) written.push(row);
    else if (old) removed.push(old);
  }
  const isUnsettled = (statement: ListStatement) => {
    const row = open.get(keyOf(statement));
    return row !== undefined && !isSettled(row, statement, day);
  };
  return { written, removed, unsettled: statements.filter(isUnsettled) };
}

function keyOf({ list, origin }: Pick<ListStatement, 'list' | 'origin'>): number {
  return list * 4 + origin;
}

function opened(rows: readonly FormerRow[], { list, origin }: ListStatement): OpenRow {
  const old = rows.find((it) => it.list === list && it.origin === origin) ?? null;
  const entries: Entries = old ? entriesOf(old) : new Map();
  return {
    old,
    entries,
    row: old ?? rowOf(list, origin, entries, null),
    isForeign: old?.isForeign === true,
    isOfOne: false,
  };
}

function stated(before: OpenRow, statement: ListStatement, day: number, isFirst: boolean): OpenRow {
  const { list, origin, edges, unites, record, isOwn } = statement;
  const isAdded = origin === Origin.Added;
  const entries = addEdges(isAdded || unites ? before.entries : new Map(), edges, isAdded ? day : null);
  const isOfOne = isFirst && !unites;
  const row = rowOf(list, origin, entries, record);
  if (!isSameList(before.row, row) || takesOver(before, statement))
    return { ...before, entries, row, isForeign: !isOwn, isOfOne };
  return { ...before, entries, row: { ...row, record: before.row.record }, isOfOne };
}

/**
 * Whether a record that says what the row says already becomes the one that gave it. Only this record can be passed over, and its
 * day is the day of the list. Of several, the object's own record counts, because it says more.
 */
function takesOver({ row, isForeign }: OpenRow, { origin, unites, isOwn }: ListStatement): boolean {
  if (row.record === null) return true;
  if (origin === Origin.Added) return false;
  return isForeign ? isOwn || !unites : isOwn && !unites;
}

function isSettled({ row, isOfOne }: OpenRow, { origin, edges, record }: ListStatement, day: number): boolean {
  const isWhole = origin === Origin.Whole;
  if (isWhole && row.peers.length > 0 && row.record !== record) return false;
  if (isOfOne) return true;
  const again = isWhole ? addEdges(new Map(), edges, null) : addEdges(entriesOf(row), edges, day);
  return isSameList(row, rowOf(row.list, origin, again, null));
}

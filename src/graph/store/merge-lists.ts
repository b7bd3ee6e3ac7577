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

interface OpenRow extends Pick<ListStatement, 'list' | 'origin'> {
  readonly old: FormerRow | null;
  entries: Entries;
  record: number | null;
  isForeign: boolean;
}

/** Merges what records say, one after the other, into the rows of one object. Depends on its arguments alone. */
export function mergeLists(rows: readonly FormerRow[], statements: readonly ListStatement[], day: number): MergedLists {
  const open = new Map<number, OpenRow>();
  for (const statement of statements) {
    const key = keyOf(statement);
    let row = open.get(key);
    if (!row) open.set(key, (row = opened(rows, statement)));
    state(row, statement, day);
  }
  const merged = new Map([...open].map(([key, row]) => [key, closed(row)]));
  const written: ListRow[] = [];
  const removed: ListRow[] = [];
  for (const [key, { old }] of open) {
    const row = merged.get(key);
    if (!row || (old && old.record === row.record && isSameList(old, row))) continue;
    if (row.peers.length > 0) written.push(row);
    else if (old) removed.push(old);
  }
  const isUnsettled = (statement: ListStatement) => {
    const row = merged.get(keyOf(statement));
    return row !== undefined && !isSettled(row, statement, day);
  };
  return { written, removed, unsettled: statements.filter(isUnsettled) };
}

function keyOf({ list, origin }: Pick<ListStatement, 'list' | 'origin'>): number {
  return list * 4 + origin;
}

function closed({ list, origin, entries, record }: OpenRow): ListRow {
  return rowOf(list, origin, entries, record);
}

function opened(rows: readonly FormerRow[], { list, origin }: ListStatement): OpenRow {
  const old = rows.find((it) => it.list === list && it.origin === origin) ?? null;
  if (!old) return { list, origin, old, entries: new Map(), record: null, isForeign: false };
  return { list, origin, old, entries: entriesOf(old), record: old.record, isForeign: old.isForeign };
}

function state(row: OpenRow, statement: ListStatement, day: number): void {
  const { list, origin, edges, unites, record, isOwn } = statement;
  const before = rowOf(list, origin, row.entries, null);
  if (origin === Origin.Added) row.entries = addEdges(row.entries, edges, day);
  else row.entries = addEdges(unites ? row.entries : new Map(), edges, null);
  if (isSameList(before, rowOf(list, origin, row.entries, null)) && !takesOver(row, statement)) return;
  row.record = record;
  row.isForeign = !isOwn;
}

/**
 * Whether a record that says what the row says already becomes the one that gave it. Only this record can be passed over, and its
 * day is the day of the list. Of several, the object's own record counts, because it says more.
 */
function takesOver(row: OpenRow, { origin, unites, isOwn }: ListStatement): boolean {
  if (row.record === null) return true;
  if (origin === Origin.Added) return false;
  return row.isForeign ? isOwn || !unites : isOwn && !unites;
}

function isSettled(row: ListRow, { origin, edges, record }: ListStatement, day: number): boolean {
  const isWhole = origin === Origin.Whole;
  if (isWhole && row.peers.length > 0 && row.record !== record) return false;
  const again = isWhole ? addEdges(new Map(), edges, null) : addEdges(entriesOf(row), edges, day);
  return isSameList(row, rowOf(row.list, origin, again, null));
}

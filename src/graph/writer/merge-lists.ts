import {
  type Entries,
  entriesOf,
  type Entry,
  isSameEntry,
  isSameList,
  rowOf,
  statedEntries,
  type StatedEdge,
} from '../store/list-entries.js';
import { type ListRow, Origin } from '../store/list-row.js';

/** All that one record says of one list of a node. */
export interface ListStatement {
  readonly list: number;
  readonly origin: typeof Origin.Whole | typeof Origin.Added;
  readonly edges: readonly StatedEdge[];
  /** The record that makes the statement. */
  readonly record: number | null;
  /** Whether the record describes the owner of the list. */
  readonly isOwn: boolean;
  /** For a whole list: an earlier record of the payload gave it, too. Then the list contains the edges of both. */
  readonly isRepeated: boolean;
}

/** A row before the statements. */
export interface FormerRow extends ListRow {
  /** Whether `record` describes the owner of the list, or is null. */
  readonly isOwn: boolean;
}

export interface MergedLists {
  /** The rows that differ afterwards. One without peers is not stored any more. */
  readonly changed: readonly ListRow[];
  /** Statements that may change a row if they come again, or whose record the row does not name. Such records are never skipped. */
  readonly notSkippable: readonly ListStatement[];
}

const none: ReadonlyMap<number, Entry> = new Map();

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
  const notSkippable = statements.filter((statement) => open.get(keyOf(statement))?.holds(statement) === false);
  return { changed, notSkippable };
}

function keyOf({ list, origin }: Pick<ListStatement, 'list' | 'origin'>): number {
  return list * 4 + origin;
}

/** One list of a node while statements are merged into it. After the first, a statement costs as much as it has edges. */
class ListMerge {
  private entries: Entries;
  private record: number | null;
  private isOwn: boolean;
  private statements = 0;

  constructor(
    private readonly list: number,
    private readonly origin: Origin,
    readonly old: FormerRow | null,
    private readonly day: number,
  ) {
    this.entries = old ? entriesOf(old) : new Map();
    this.record = old?.record ?? null;
    this.isOwn = old?.isOwn !== false;
  }

  add(statement: ListStatement): void {
    this.statements++;
    const stated = this.stated(statement);
    if (!this.isUnchanged(statement, stated) || this.becomesRecord(statement)) this.take(statement);
    if (replaces(statement) || this.entries.size === 0) this.entries = stated;
    else for (const [key, entry] of stated) this.entries.set(key, entry);
  }

  row(): ListRow {
    return rowOf(this.list, this.origin, [...this.entries.values()], this.record);
  }

  /** Whether the list contains a statement, so that the same statement would change nothing, and names its record. */
  holds(statement: ListStatement): boolean {
    const isWhole = statement.origin === Origin.Whole;
    if (isWhole && this.entries.size > 0 && this.record !== statement.record) return false;
    // The ordinary case needs no comparison.
    if (this.statements === 1 && !statement.isRepeated) return true;
    const alone = isWhole ? { ...statement, isRepeated: false } : statement;
    return this.isUnchanged(alone, this.stated(alone));
  }

  /** The entries of the edges of a statement. */
  private stated(statement: ListStatement): Entries {
    return statedEntries(replaces(statement) ? none : this.entries, statement.edges, this.dayOf(statement));
  }

  private isUnchanged(statement: ListStatement, stated: Entries): boolean {
    const { entries } = this;
    if (replaces(statement) && stated.size !== entries.size) return false;
    for (const [key, entry] of stated) if (!isSameEntry(entry, entries.get(key))) return false;
    return true;
  }

  private dayOf({ origin }: ListStatement): number | null {
    return origin === Origin.Added ? this.day : null;
  }

  private take({ record, isOwn }: ListStatement): void {
    this.record = record;
    this.isOwn = isOwn;
  }

  /**
   * Whether a record that repeats what the list says becomes the record of its row. Only this record can be skipped, and its day is
   * the day of the list. The owner's own record precedes others, because it states more of the owner.
   */
  private becomesRecord({ origin, isRepeated, isOwn }: ListStatement): boolean {
    if (this.record === null) return true;
    if (origin === Origin.Added) return false;
    return this.isOwn ? isOwn && !isRepeated : isOwn || !isRepeated;
  }
}

function replaces({ origin, isRepeated }: ListStatement): boolean {
  return origin === Origin.Whole && !isRepeated;
}

import { type Entries, entriesOf, type Entry, isSameEntry, rowOf, statedEntries } from './list-entries.js';
import { type ListRow, Origin } from './list-row.js';
import type { FormerRow, ListStatement } from './list-statement.js';

const none: ReadonlyMap<number, Entry> = new Map();

/** One list of a node while statements are merged into it. After the first, a statement costs as much as it has edges. */
export class ListMerge {
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
    if (!this.isUnchanged(statement, stated) || this.takesOver(statement)) this.take(statement);
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
   * Whether a record that repeats what the list says becomes the record of its row. Only this record can be passed over, and its day is
   * the day of the list. The owner's own record precedes others, because it states more of the owner.
   */
  private takesOver({ origin, isRepeated, isOwn }: ListStatement): boolean {
    if (this.record === null) return true;
    if (origin === Origin.Added) return false;
    return this.isOwn ? isOwn && !isRepeated : isOwn || !isRepeated;
  }
}

function replaces({ origin, isRepeated }: ListStatement): boolean {
  return origin === Origin.Whole && !isRepeated;
}

import { ACL_LIST, type Details, detailsText, kindAt, type ListRow, Origin } from './list-row.js';

/** One edge, seen from the owner of its list: an entry of a row, or of a statement that adds to it. */
export interface Entry {
  readonly peer: number;
  readonly kind: number;
  readonly flags: number;
  /** Flags that the entry replaces, if it is added to a row. The other flags add up. */
  readonly mask: number;
  /** Days since 2000-01-01, in added lists. */
  readonly day: number | null;
  readonly details: Details | null;
}

/** How an entry of a list differs from the former state of the list. */
export type EntryChange = 'created' | 'changed' | 'removed';

export function entryAt(row: ListRow, index: number): Entry {
  return {
    peer: row.peers[index] ?? 0,
    kind: kindAt(row, index),
    flags: row.flags?.[index] ?? 0,
    mask: 0,
    day: row.days?.[index] ?? null,
    details: row.details?.[index] ?? null,
  };
}

export function entriesOf(row: ListRow): Entry[] {
  return row.peers.map((_, index) => entryAt(row, index));
}

/** @param entries in any order. Later ones are added to earlier ones of the same edge */
export function rowOf(list: number, origin: Origin, entries: readonly Entry[], record: number | null): ListRow {
  const each: Entry[] = [];
  // The sort is stable.
  for (const entry of entries.toSorted((one, other) => one.peer - other.peer || one.kind - other.kind)) {
    const last = each.at(-1);
    if (last?.peer === entry.peer && last.kind === entry.kind) each[each.length - 1] = united(last, entry);
    else each.push(entry);
  }
  const details: Record<number, Details> = {};
  for (const [index, entry] of each.entries()) if (entry.details) details[index] = entry.details;
  return {
    list,
    origin,
    peers: each.map(({ peer }) => peer),
    kinds: list === ACL_LIST ? each.map(({ kind }) => kind) : null,
    flags: each.some(({ flags }) => flags !== 0) ? each.map(({ flags }) => flags) : null,
    days: origin === Origin.Added ? each.map(({ day }) => day ?? 0) : null,
    details: Object.keys(details).length > 0 ? details : null,
    record,
  };
}

/** Whether two rows say the same on the same days, whichever record gave them. */
export function isSameList(one: ListRow, other: ListRow): boolean {
  return (
    isSameArray(one.days, other.days) &&
    isSameArray(one.peers, other.peers) &&
    isSameArray(one.kinds, other.kinds) &&
    isSameArray(one.flags, other.flags) &&
    ((one.details === null && other.details === null) || one.peers.every((_, at) => hasSameDetails(one, at, other, at)))
  );
}

/** Visits the entries that differ between two states of a list. Null: the list is not stored. Days make no difference. */
export function entriesThatDiffer(
  before: ListRow | null,
  after: ListRow | null,
  visit: (change: EntryChange, row: ListRow, index: number) => void,
): void {
  const [were, are] = [before?.peers.length ?? 0, after?.peers.length ?? 0];
  let [at, now] = [0, 0];
  while (at < were || now < are) {
    const order = compareEntries(before, at, after, now);
    if (order < 0) visit('removed', before!, at);
    else if (order > 0) visit('created', after!, now);
    else if (!isSameEntry(before!, at, after!, now)) visit('changed', after!, now);
    if (order <= 0) at++;
    if (order >= 0) now++;
  }
}

function isSameEntry(one: ListRow, at: number, other: ListRow, otherAt: number): boolean {
  return (one.flags?.[at] ?? 0) === (other.flags?.[otherAt] ?? 0) && hasSameDetails(one, at, other, otherAt);
}

function compareEntries(one: ListRow | null, at: number, other: ListRow | null, otherAt: number): number {
  const order = (one?.peers[at] ?? Infinity) - (other?.peers[otherAt] ?? Infinity);
  return order || (one?.kinds?.[at] ?? 0) - (other?.kinds?.[otherAt] ?? 0);
}

function united(known: Entry, entry: Entry): Entry {
  const { peer, kind, flags, mask, day, details } = entry;
  return {
    peer,
    kind,
    flags: (known.flags & ~mask) | flags,
    mask: known.mask | mask,
    day: day === null ? null : Math.max(known.day ?? day, day),
    details: details && known.details ? { ...known.details, ...details } : (details ?? known.details),
  };
}

function hasSameDetails(one: ListRow, at: number, other: ListRow, otherAt: number): boolean {
  const [its, others] = [one.details?.[at], other.details?.[otherAt]];
  return its === others || detailsText(its) === detailsText(others);
}

function isSameArray(one: readonly number[] | null, other: readonly number[] | null): boolean {
  if (one === other) return true;
  if (!one || !other || one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}

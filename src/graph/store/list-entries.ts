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

export interface EntryCounts {
  created: number;
  changed: number;
  removed: number;
}

export function entriesOf(row: ListRow): Entry[] {
  return row.peers.map((peer, index) => ({
    peer,
    kind: kindAt(row, index),
    flags: row.flags?.[index] ?? 0,
    mask: 0,
    day: row.days?.[index] ?? null,
    details: row.details?.[index] ?? null,
  }));
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
  return isSameArray(one.days, other.days) && hasSameEdges(one, other);
}

export function hasSameEdges(one: ListRow, other: ListRow): boolean {
  return (
    isSameArray(one.peers, other.peers) &&
    isSameArray(one.kinds, other.kinds) &&
    isSameArray(one.flags, other.flags) &&
    ((one.details === null && other.details === null) || one.peers.every((_, at) => hasSameDetails(one, at, other, at)))
  );
}

/** Counts the entries that differ between two states of a list. Days make no difference. */
export function countEntries(before: ListRow, after: ListRow, counts: EntryCounts): void {
  compareRows(before, after, (order, at, now) => {
    if (order < 0) counts.removed++;
    else if (order > 0) counts.created++;
    else if (!isSameEntry(before, at, after, now)) counts.changed++;
  });
}

/** Visits the edges that only one of two states of a list has. Null: the list is not stored. */
export function entriesThatDiffer(
  before: ListRow | null,
  after: ListRow | null,
  visit: (row: ListRow, index: number, isNew: boolean) => void,
): void {
  if (before && after)
    compareRows(before, after, (order, at, now) => {
      if (order < 0) visit(before, at, false);
      else if (order > 0) visit(after, now, true);
    });
  else before?.peers.forEach((_, at) => visit(before, at, false));
  if (!before) after?.peers.forEach((_, at) => visit(after, at, true));
}

/** @param visit receives a negative number for an entry that only `before` has, a positive one for one that only `after` has */
function compareRows(before: ListRow, after: ListRow, visit: (order: number, at: number, now: number) => void): void {
  let [at, now] = [0, 0];
  while (at < before.peers.length || now < after.peers.length) {
    const order = compareEntries(before, at, after, now);
    visit(order, at, now);
    if (order <= 0) at++;
    if (order >= 0) now++;
  }
}

function isSameEntry(one: ListRow, at: number, other: ListRow, otherAt: number): boolean {
  return (one.flags?.[at] ?? 0) === (other.flags?.[otherAt] ?? 0) && hasSameDetails(one, at, other, otherAt);
}

function compareEntries(one: ListRow, at: number, other: ListRow, otherAt: number): number {
  const order = (one.peers[at] ?? Infinity) - (other.peers[otherAt] ?? Infinity);
  return order || (one.kinds?.[at] ?? 0) - (other.kinds?.[otherAt] ?? 0);
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

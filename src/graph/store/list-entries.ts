import { ACL_LIST, type Details, detailsText, kindAt, type ListRow, Origin } from './list-row.js';

/** One edge of a statement, seen from the owner of its list. */
export interface StatedEdge {
  readonly peer: number;
  readonly kind: number;
  readonly flags: number;
  /** Flags that are stated, as true or false. */
  readonly mask: number;
  readonly details: Details | null;
}

/** One entry of a list that is being merged. */
export interface Entry extends Omit<StatedEdge, 'mask'> {
  readonly day: number | null;
}

export type Entries = Map<number, Entry>;

export function entriesOf(row: ListRow): Entries {
  const entries: Entries = new Map();
  row.peers.forEach((peer, index) => {
    const kind = kindAt(row, index);
    entries.set(entryKey(peer, kind), {
      peer,
      kind,
      flags: row.flags?.[index] ?? 0,
      day: row.days?.[index] ?? null,
      details: row.details?.[index] ?? null,
    });
  });
  return entries;
}

/** Adds edges to a list. @param day of an added list; null for a whole one */
export function addEdges(entries: Entries, edges: readonly StatedEdge[], day: number | null): Entries {
  for (const { peer, kind, flags, mask, details } of edges) {
    const key = entryKey(peer, kind);
    const known = entries.get(key);
    entries.set(key, {
      peer,
      kind,
      flags: known ? (known.flags & ~mask) | flags : flags,
      day: day === null ? null : Math.max(known?.day ?? day, day),
      details: details && known?.details ? { ...known.details, ...details } : (details ?? known?.details ?? null),
    });
  }
  return entries;
}

export function rowOf(list: number, origin: Origin, entries: Entries, record: number | null): ListRow {
  const sorted = [...entries.values()];
  if (sorted.length > 1) sorted.sort((one, other) => one.peer - other.peer || one.kind - other.kind);
  let details: Record<number, Details> | null = null;
  let hasFlags = false;
  for (const [index, entry] of sorted.entries()) {
    if (entry.details) (details ??= {})[index] = entry.details;
    if (entry.flags !== 0) hasFlags = true;
  }
  return {
    list,
    origin,
    peers: sorted.map(({ peer }) => peer),
    kinds: list === ACL_LIST ? sorted.map(({ kind }) => kind) : null,
    flags: hasFlags ? sorted.map(({ flags }) => flags) : null,
    days: origin === Origin.Added ? sorted.map(({ day }) => day ?? 0) : null,
    details,
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
    hasSameDetails(one, other)
  );
}

function hasSameDetails({ peers, details: one }: ListRow, { details: other }: ListRow): boolean {
  if (one === null && other === null) return true;
  return peers.every((_, index) => detailsText(one?.[index]) === detailsText(other?.[index]));
}

/** Identifies an entry within its list. */
export function entryKey(peer: number, kind: number): number {
  return peer * 65_536 + kind;
}

function isSameArray(one: readonly number[] | null, other: readonly number[] | null): boolean {
  if (one === other) return true;
  if (!one || !other || one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}

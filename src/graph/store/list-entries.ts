import { ACL_LIST, type Details, detailsText, kindAt, type ListRow, Origin } from './list-row.js';

/** One edge, seen from the owner of its list. */
interface ListedEdge {
  readonly peer: number;
  readonly kind: number;
  readonly flags: number;
  readonly details: Details | null;
}

/** One entry of a list. */
export interface Entry extends ListedEdge {
  readonly day: number | null;
}

/** One edge of a statement. */
export interface StatedEdge extends ListedEdge {
  /** Flags that are stated, as true or false. */
  readonly mask: number;
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

/**
 * The entries that a list has of `edges` after they were added to it.
 * @param entries of the list before @param day of an added list; null for a whole one
 */
export function statedEntries(
  entries: ReadonlyMap<number, Entry>,
  edges: readonly StatedEdge[],
  day: number | null,
): Entries {
  const stated: Entries = new Map();
  for (const edge of edges) {
    const key = entryKey(edge.peer, edge.kind);
    stated.set(key, unitedEntry(stated.get(key) ?? entries.get(key), edge, day));
  }
  return stated;
}

/** An entry after an edge was added to it. */
export function unitedEntry(known: Entry | undefined, edge: StatedEdge, day: number | null): Entry {
  const { peer, kind, flags, details } = edge;
  if (!known) return { peer, kind, flags, details, day };
  return {
    peer,
    kind,
    flags: (known.flags & ~edge.mask) | flags,
    day: day === null ? null : Math.max(known.day ?? day, day),
    details: details && known.details ? { ...known.details, ...details } : (details ?? known.details),
  };
}

/** @param entries each once */
export function rowOf(list: number, origin: Origin, entries: readonly Entry[], record: number | null): ListRow {
  const sorted = entries.toSorted((one, other) => one.peer - other.peer || one.kind - other.kind);
  let details: Record<number, Details> | null = null;
  let hasFlags = false;
  for (let index = 0; index < sorted.length; index++) {
    const entry = sorted[index];
    if (entry?.details) (details ??= {})[index] = entry.details;
    if (entry?.flags) hasFlags = true;
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

export function isSameEntry(one: Entry, other: Entry | undefined): boolean {
  if (!other || one.flags !== other.flags || one.day !== other.day) return false;
  return one.details === other.details || detailsText(one.details) === detailsText(other.details);
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

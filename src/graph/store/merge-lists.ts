import { ACL_LIST, type Details, kindAt, type ListRow, Origin, PRIMARY_GROUP_LIST } from './list-row.js';

/** One edge of a statement, seen from the owner of its list. */
export interface StatedEdge {
  readonly peer: number;
  readonly kind: number;
  readonly flags: number;
  /** Which flags are stated at all. */
  readonly said: number;
  readonly details: Details | null;
}

/** All that one record says of one list of an object. */
export interface ListStatement {
  readonly list: number;
  readonly origin: typeof Origin.Whole | typeof Origin.Added;
  readonly edges: readonly StatedEdge[];
  /** As {@link ListRow.record}. */
  readonly record: number | null;
  /** For a whole list: the payload gave it before, so that what both say holds. */
  readonly unites: boolean;
}

export interface EdgeCounts {
  created: number;
  changed: number;
  removed: number;
}

export interface MergedLists {
  /** Rows to insert or update. */
  readonly written: readonly ListRow[];
  /** Rows to delete. */
  readonly removed: readonly ListRow[];
  /** Statements that would change a row if they were made once more, because others said something else after or beside them. */
  readonly unsettled: readonly ListStatement[];
}

interface Entry {
  readonly peer: number;
  readonly kind: number;
  readonly flags: number;
  readonly day: number | null;
  readonly details: Details | null;
}

type Entries = Map<number, Entry>;

/** Merges what records say, one after the other, into the rows of one object. Depends on its arguments alone. */
export function mergeLists(rows: readonly ListRow[], statements: readonly ListStatement[], day: number): MergedLists {
  const open = new Map<number, { readonly old: ListRow | null; entries: Entries; record: number | null }>();
  for (const statement of statements) {
    const { list, origin, edges, unites } = statement;
    const key = list * 4 + origin;
    let row = open.get(key);
    if (!row) {
      const old = rows.find((it) => it.list === list && it.origin === origin) ?? null;
      open.set(key, (row = { old, entries: old ? entriesOf(old) : new Map(), record: old?.record ?? null }));
    }
    const before = rowOf(list, origin, row.entries, null);
    if (origin === Origin.Added) row.entries = added(row.entries, edges, day);
    else row.entries = unites ? added(row.entries, edges, null) : whole(edges);
    // Of two records that say the same, the first stays the one that gave the list.
    if (isSameRow(before, rowOf(list, origin, row.entries, null))) row.record ??= statement.record;
    else row.record = statement.record;
  }
  const written: ListRow[] = [];
  const removed: ListRow[] = [];
  const unsettled: ListStatement[] = [];
  for (const [key, { old, entries, record }] of open) {
    const row = rowOf(Math.floor(key / 4), (key % 4) as Origin, entries, record);
    for (const statement of statements) {
      if (statement.list !== row.list || statement.origin !== row.origin) continue;
      if (!isSettled(row, statement, day)) unsettled.push(statement);
    }
    if (old && isSameRow(old, row)) continue;
    if (row.peers.length > 0) written.push(row);
    else if (old) removed.push(old);
  }
  return { written, removed, unsettled };
}

/** Edges by {@link edgeKey} with what all rows that hold them say together. */
export type UnitedEdges = Map<number, { flags: number; details: string }>;

/** Every edge once, though several rows may hold it. */
export function unitedEdges(rows: readonly ListRow[]): UnitedEdges {
  const united: UnitedEdges = new Map();
  for (const row of rows) {
    row.peers.forEach((peer, index) => {
      const key = edgeKey(row.list, peer, kindAt(row, index));
      const flags = (row.flags?.[index] ?? 0) | (row.list === ACL_LIST ? ACL_BIT : 0);
      const known = united.get(key);
      const details = row.details?.[index];
      const text = details ? JSON.stringify(details) : '';
      if (!known) united.set(key, { flags, details: text });
      else united.set(key, { flags: known.flags | flags, details: known.details + text });
    });
  }
  return united;
}

const ACL_BIT = 4;

/** Tells edges of one object from each other. */
export function edgeKey(list: number, peer: number, kind: number): number {
  return (peer * 32_768 + kind) * 2 + (list === PRIMARY_GROUP_LIST ? 1 : 0);
}

/** Compares the edges of an object before and after. */
export function countEdges(before: UnitedEdges, after: UnitedEdges): EdgeCounts {
  const counts = { created: 0, changed: 0, removed: 0 };
  for (const [key, { flags, details }] of after) {
    const old = before.get(key);
    if (!old) counts.created++;
    else if (old.flags !== flags || old.details !== details) counts.changed++;
  }
  for (const key of before.keys()) if (!after.has(key)) counts.removed++;
  return counts;
}

function isSettled(row: ListRow, { origin, edges, record }: ListStatement, day: number): boolean {
  if (record !== null && record !== row.record) return false;
  const again = origin === Origin.Whole ? whole(edges) : added(entriesOf(row), edges, day);
  return isSameRow(row, rowOf(row.list, origin, again, row.record));
}

function whole(edges: readonly StatedEdge[]): Entries {
  return added(new Map(), edges, null);
}

function added(entries: Entries, edges: readonly StatedEdge[], day: number | null): Entries {
  for (const { peer, kind, flags, said, details } of edges) {
    const key = peer * 65_536 + kind;
    const known = entries.get(key);
    entries.set(key, {
      peer,
      kind,
      flags: known ? (known.flags & ~said) | flags : flags,
      day: day === null ? null : Math.max(known?.day ?? day, day),
      details: details && known?.details ? { ...known.details, ...details } : (details ?? known?.details ?? null),
    });
  }
  return entries;
}

function entriesOf(row: ListRow): Entries {
  const entries: Entries = new Map();
  row.peers.forEach((peer, index) => {
    const kind = kindAt(row, index);
    const day = row.days?.[index] ?? null;
    entries.set(peer * 65_536 + kind, {
      peer,
      kind,
      flags: row.flags?.[index] ?? 0,
      day,
      details: row.details?.[index] ?? null,
    });
  });
  return entries;
}

function rowOf(list: number, origin: Origin, entries: Entries, record: number | null): ListRow {
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

function isSameRow(one: ListRow, other: ListRow): boolean {
  return (
    one.record === other.record &&
    isSameArray(one.peers, other.peers) &&
    isSameArray(one.kinds, other.kinds) &&
    isSameArray(one.flags, other.flags) &&
    isSameArray(one.days, other.days) &&
    (one.details === other.details || JSON.stringify(one.details) === JSON.stringify(other.details))
  );
}

function isSameArray(one: readonly number[] | null, other: readonly number[] | null): boolean {
  if (one === other) return true;
  if (!one || !other || one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}

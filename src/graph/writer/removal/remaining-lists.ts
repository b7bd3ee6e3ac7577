import { entryAt, rowOf } from '../../store/list-entries.js';
import { isOutgoing, kindAt, type ListRow, PRIMARY_GROUP_LIST } from '../../store/list-row.js';

/** A list as the removal reads it. */
export interface OwnedRow extends ListRow {
  readonly owner: number;
  /** Days since 2000-01-01, of a whole list. */
  readonly day: number | null;
  /** The row is a copy of a membership that a list of another node holds, too. It is not written. */
  readonly isOfOtherEnd: boolean;
}

export interface Edge {
  readonly source: number;
  readonly kind: number;
  readonly target: number;
}

/** An entry of an edge in one list. The day is null if the list is derived. */
export interface Statement {
  readonly day: number | null;
}

/** Returns the statements of an edge that remain; without any the edge is removed. */
export type Remaining = <T extends Statement>(edge: Edge, statements: readonly T[]) => readonly T[];

/** Which nodes there are, and which of them are removed. */
export interface Nodes {
  exists(id: number): boolean;
  isRemoved(id: number): boolean;
}

/** A row with fewer entries than before, or with none. */
export interface ChangedRow {
  readonly row: ListRow;
  readonly former: OwnedRow;
}

interface RemainingLists {
  readonly changed: readonly ChangedRow[];
  /** The kinds of the edges that are removed, each edge once. */
  readonly removed: readonly number[];
}

interface Entry extends Statement {
  readonly row: OwnedRow;
  readonly index: number;
}

/** Computes which entries of the lists of one node remain. Depends on its arguments alone. */
export function remainingLists(rows: readonly OwnedRow[], nodes: Nodes, remaining: Remaining): RemainingLists {
  const kept = new Map(rows.map((row) => [row, new Array<number>()]));
  const removed: number[] = [];
  for (const { edge, entries } of edgesOf(rows)) {
    const left = nodes.isRemoved(edge.source) || nodes.isRemoved(edge.target) ? [] : remaining(edge, entries);
    for (const { row, index } of left) kept.get(row)?.push(index);
    if (left.length === 0 && isCounted(edge, entries, nodes)) removed.push(edge.kind);
  }
  const changed = [...kept].filter(([row, indexes]) => !row.isOfOtherEnd && indexes.length < row.peers.length);
  return { changed: changed.map(([former, indexes]) => ({ row: onlyAt(former, indexes), former })), removed };
}

function onlyAt(row: OwnedRow, indexes: readonly number[]): ListRow {
  const entries = indexes.map((index) => entryAt(row, index));
  return rowOf(row.list, row.origin, entries, row.record);
}

/** Every edge of the owner with all its statements, and every entry whose peer does not exist. */
function edgesOf(rows: readonly OwnedRow[]): Iterable<{ edge: Edge; entries: Entry[] }> {
  const edges = new Map<number, { edge: Edge; entries: Entry[] }>();
  for (const row of rows) {
    const isOut = isOutgoing(row.list);
    for (const [index, peer] of row.peers.entries()) {
      const kind = kindAt(row, index);
      const entry = { row, index, day: row.days?.[index] ?? row.day };
      const key = ownedEdgeKey(row.list, peer, kind);
      const known = edges.get(key);
      if (known) known.entries.push(entry);
      else {
        const [source, target] = isOut ? [row.owner, peer] : [peer, row.owner];
        edges.set(key, { edge: { source, kind, target }, entries: [entry] });
      }
    }
  }
  return edges.values();
}

/** An entry without a peer is no edge. A membership in lists of both ends is counted in the list of the group. */
function isCounted({ source, target }: Edge, entries: readonly Entry[], nodes: Nodes): boolean {
  if (!nodes.exists(source) || !nodes.exists(target)) return false;
  return !entries.some(({ row }) => row.isOfOtherEnd && row.list === PRIMARY_GROUP_LIST);
}

/** Identifies an edge among the edges of its owner. Primary groups have keys of their own, because these edges start at the owner. */
function ownedEdgeKey(list: number, peer: number, kind: number): number {
  return (peer * 32_768 + kind) * 2 + (list === PRIMARY_GROUP_LIST ? 1 : 0);
}

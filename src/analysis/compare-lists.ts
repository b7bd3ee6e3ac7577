import type { EdgeLists } from './edge-lists.js';

/** A derived list that has to be written. */
export interface ListDifference {
  readonly owner: number;
  readonly kind: number;
  /** Indices of its edges among those that are derived now; no edges: the list goes. */
  readonly start: number;
  readonly end: number;
  readonly isNew: boolean;
}

/** How many edges of a kind readers see come and go. */
export interface EdgeCounts {
  created: number;
  removed: number;
}

export interface ListDifferences {
  readonly lists: readonly ListDifference[];
  /** By kind. Kinds without a change are absent. */
  readonly counts: ReadonlyMap<number, EdgeCounts>;
}

/** Edges of one list, by their indices. */
interface ListRange {
  readonly edges: EdgeLists;
  readonly start: number;
  readonly end: number;
}

/**
 * Compares derived lists before and after.
 * @param stated edges that sources state: readers see them in any case
 */
export function compareLists(was: EdgeLists, now: EdgeLists, stated: EdgeLists): ListDifferences {
  const lists: ListDifference[] = [];
  const counts = new Map<number, EdgeCounts>();
  let [old, next]: [ListRange, ListRange] = [listAt(was, 0), listAt(now, 0)];
  while (old.start < was.count || next.start < now.count) {
    const order = compareKeys(old, next);
    const before = order <= 0 ? old : { ...old, end: old.start };
    const after = order >= 0 ? next : { ...next, end: next.start };
    if (!isSame(before, after)) {
      const { edges, start } = order <= 0 ? old : next;
      const [owner, kind] = [edges.ownerAt(start), edges.kindAt(start)];
      lists.push({ owner, kind, start: after.start, end: after.end, isNew: order > 0 });
      const count = counts.get(kind) ?? { created: 0, removed: 0 };
      count.removed += countMissing(before, now, stated);
      count.created += countMissing(after, was, stated);
      if (count.removed + count.created > 0) counts.set(kind, count);
    }
    [old, next] = [listAt(was, before.end), listAt(now, after.end)];
  }
  return { lists, counts };
}

function listAt(edges: EdgeLists, start: number): ListRange {
  return { edges, start, end: start < edges.count ? edges.endOfList(start) : start };
}

/** @returns a negative number if the old list comes first, 0 if both are the same list */
function compareKeys(old: ListRange, next: ListRange): number {
  if (next.start === next.edges.count) return -1;
  if (old.start === old.edges.count) return 1;
  const owners = old.edges.ownerAt(old.start) - next.edges.ownerAt(next.start);
  return owners || old.edges.kindAt(old.start) - next.edges.kindAt(next.start);
}

function isSame(before: ListRange, after: ListRange): boolean {
  if (before.end - before.start !== after.end - after.start) return false;
  for (let old = before.start, next = after.start; old < before.end; old++, next++)
    if (before.edges.peerAt(old) !== after.edges.peerAt(next)) return false;
  return true;
}

/** Counts the edges of a list that are in neither of the others. */
function countMissing({ edges, start, end }: ListRange, ...others: readonly EdgeLists[]): number {
  let missing = 0;
  for (let index = start; index < end; index++) {
    const [owner, kind, peer] = [edges.ownerAt(index), edges.kindAt(index), edges.peerAt(index)];
    if (!others.some((other) => other.hasEntry(owner, kind, peer))) missing++;
  }
  return missing;
}

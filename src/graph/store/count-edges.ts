import { detailsText, flagsOfList, kindAt, type ListRow, originFlags, PRIMARY_GROUP_LIST } from './list-row.js';

export interface EdgeCounts {
  created: number;
  changed: number;
  removed: number;
}

/** Edges by {@link edgeKey}, with the flags and details of all rows that contain them. */
export type UnitedEdges = Map<number, { readonly flags: number; readonly details: string }>;

/** Every edge of one node once, though several rows may contain it. */
export function unitedEdges(rows: readonly ListRow[]): UnitedEdges {
  const united: UnitedEdges = new Map();
  for (const row of rows) {
    const rowFlags = originFlags[row.origin] | flagsOfList(row.list);
    row.peers.forEach((peer, index) => {
      const key = edgeKey(row.list, peer, kindAt(row, index));
      const flags = (row.flags?.[index] ?? 0) | rowFlags;
      const known = united.get(key);
      const text = detailsText(row.details?.[index]);
      united.set(key, known ? { flags: known.flags | flags, details: known.details + text } : { flags, details: text });
    });
  }
  return united;
}

/** Identifies an edge among those of its owner. Primary groups have keys of their own, because these edges start at the owner. */
export function edgeKey(list: number, peer: number, kind: number): number {
  return (peer * 32_768 + kind) * 2 + (list === PRIMARY_GROUP_LIST ? 1 : 0);
}

/** The reverse of {@link edgeKey}. */
export function partsOf(key: number): {
  readonly peer: number;
  readonly kind: number;
  readonly isPrimaryGroup: boolean;
} {
  const pair = Math.floor(key / 2);
  return { peer: Math.floor(pair / 32_768), kind: pair % 32_768, isPrimaryGroup: key % 2 === 1 };
}

/** Compares the edges of a node before and after. */
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

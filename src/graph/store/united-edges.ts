import { Kind } from '../kinds/kind-catalogue.js';
import { detailsText, flagsOfList, kindAt, type ListRow, originFlags, PRIMARY_GROUP_LIST } from './list-row.js';

export interface EdgeCounts {
  created: number;
  changed: number;
  removed: number;
}

/** Every edge of one node once, though several rows may contain it. */
export class UnitedEdges {
  /** By {@link ownedEdgeKey}, the flags of all rows that contain the edge. */
  private readonly flags = new Map<number, number>();
  /** By {@link ownedEdgeKey}, the details of all rows, if there are any. */
  private readonly details = new Map<number, string>();
  hasMemberships = false;

  constructor(rows: readonly ListRow[]) {
    for (const row of rows) this.add(row);
  }

  has(key: number): boolean {
    return this.flags.has(key);
  }

  keys(): Iterable<number> {
    return this.flags.keys();
  }

  /** Compares the edges of a node before and after. */
  static count(before: UnitedEdges, after: UnitedEdges): EdgeCounts {
    let [created, changed, common] = [0, 0, 0];
    for (const [key, flags] of after.flags) {
      const old = before.flags.get(key);
      if (old === undefined) created++;
      else {
        common++;
        if (old !== flags || before.details.get(key) !== after.details.get(key)) changed++;
      }
    }
    return { created, changed, removed: before.flags.size - common };
  }

  private add(row: ListRow): void {
    const rowFlags = originFlags[row.origin] | flagsOfList(row.list);
    for (const [index, peer] of row.peers.entries()) {
      const kind = kindAt(row, index);
      const key = ownedEdgeKey(row.list, peer, kind);
      this.flags.set(key, (this.flags.get(key) ?? 0) | (row.flags?.[index] ?? 0) | rowFlags);
      const details = row.details?.[index];
      if (details) this.details.set(key, (this.details.get(key) ?? '') + detailsText(details));
      if (kind === Kind.MemberOf) this.hasMemberships = true;
    }
  }
}

/** Identifies an edge among those of its owner. Primary groups have keys of their own, because these edges start at the owner. */
export function ownedEdgeKey(list: number, peer: number, kind: number): number {
  return (peer * 32_768 + kind) * 2 + (list === PRIMARY_GROUP_LIST ? 1 : 0);
}

/** The reverse of {@link ownedEdgeKey}. */
export function partsOf(key: number): {
  readonly peer: number;
  readonly kind: number;
  readonly isPrimaryGroup: boolean;
} {
  const pair = Math.floor(key / 2);
  return { peer: Math.floor(pair / 32_768), kind: pair % 32_768, isPrimaryGroup: key % 2 === 1 };
}

import { isOutgoing } from '../graph/store/list-row.js';
import type { EdgeLists } from './edge-lists.js';

/** A list that differs. */
export interface ListKey {
  readonly owner: number;
  readonly kind: number;
}

/** Numbers of edges of a kind that appear and disappear for readers. */
export interface KindChange {
  created: number;
  removed: number;
}

export interface ListDifferences {
  readonly lists: readonly ListKey[];
  /** By kind. Kinds without a change are absent. */
  readonly counts: ReadonlyMap<number, KindChange>;
}

/**
 * Compares derived lists before and after.
 * @param isStated whether sources state an edge: readers see it in any case
 */
export function compareLists(
  was: EdgeLists,
  now: EdgeLists,
  isStated: (source: number, kind: number, target: number) => boolean,
): ListDifferences {
  const lists = new Map<number, ListKey>();
  const counts = new Map<number, KindChange>();
  const note = (change: keyof KindChange, edges: EdgeLists, others: EdgeLists) =>
    edges.edges((source, kind, target) => {
      if (others.has(source, kind, target)) return;
      const owner = isOutgoing(kind) ? source : target;
      const key = owner * 32_768 + kind;
      if (!lists.has(key)) lists.set(key, { owner, kind });
      if (isStated(source, kind, target)) return;
      const count = counts.get(kind) ?? { created: 0, removed: 0 };
      count[change]++;
      counts.set(kind, count);
    });
  note('removed', was, now);
  note('created', now, was);
  return { lists: [...lists.values()], counts };
}

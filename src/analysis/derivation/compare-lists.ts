import { ChangeLog } from '../../graph/store/change-log.js';
import { ListChanges } from '../../graph/store/list-changes.js';
import { isOutgoing, Origin } from '../../graph/store/list-row.js';
import type { EdgeLists } from '../facts/edge-lists.js';

/** Numbers of edges of a kind that appear and disappear for readers. */
export interface KindChange {
  created: number;
  removed: number;
}

interface ListDifferences {
  readonly changes: ListChanges;
  readonly log: ChangeLog;
  /** Ids of the owners of lists that differ. */
  readonly owners: ReadonlySet<number>;
  /** By kind. Kinds without a change are absent. */
  readonly counts: ReadonlyMap<number, KindChange>;
}

/**
 * Compares derived lists before and after, in which nodes are places.
 * @param isStated whether sources state an edge: readers see it in any case
 * @param idOf returns the id of a node
 */
export function compareLists(
  was: EdgeLists,
  now: EdgeLists,
  isStated: (source: number, kind: number, target: number) => boolean,
  idOf: (node: number) => number,
): ListDifferences {
  const log = new ChangeLog();
  const changes = new ListChanges(log);
  const owners = new Set<number>();
  const counts = new Map<number, KindChange>();
  const count = (change: keyof KindChange, owner: number, kind: number, peers: readonly number[]) => {
    const isSeen = (peer: number) => !(isOutgoing(kind) ? isStated(owner, kind, peer) : isStated(peer, kind, owner));
    const seen = peers.filter(isSeen).length;
    if (seen === 0) return;
    const sum = counts.get(kind) ?? { created: 0, removed: 0 };
    sum[change] += seen;
    counts.set(kind, sum);
  };
  const compare = (owner: number, kind: number, before: Int32Array, after: Int32Array) => {
    const [removed, created] = [missingFrom(after, before), missingFrom(before, after)];
    if (removed.length === 0 && created.length === 0) return;
    count('removed', owner, kind, removed);
    count('created', owner, kind, created);
    const ownerId = idOf(owner);
    owners.add(ownerId);
    const common = {
      list: kind,
      origin: Origin.Derived,
      kinds: null,
      flags: null,
      days: null,
      details: null,
      record: null,
    };
    const rowOf = (peers: Int32Array) => ({ ...common, peers: Array.from(peers, idOf) });
    changes.put(ownerId, rowOf(after), before.length > 0 ? rowOf(before) : null);
  };
  was.each((owner, kind, peers) => compare(owner, kind, peers, now.peersOf(owner, kind)));
  now.each((owner, kind, peers) => {
    const before = was.peersOf(owner, kind);
    if (before.length === 0) compare(owner, kind, before, peers);
  });
  return { changes, log, owners, counts };
}

/** The numbers that others lack. Both are ascending. */
function missingFrom(others: Int32Array, numbers: Int32Array): number[] {
  const missing: number[] = [];
  let at = 0;
  for (const number of numbers) {
    while (at < others.length && others[at]! < number) at++;
    if (others[at] !== number) missing.push(number);
  }
  return missing;
}

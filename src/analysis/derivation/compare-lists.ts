import { ChangeLog } from '../../graph/store/change-log.js';
import { ListChanges } from '../../graph/store/list-changes.js';
import { entriesThatDiffer } from '../../graph/store/list-entries.js';
import { isOutgoing, type ListRow, Origin } from '../../graph/store/list-row.js';
import type { EdgeLists } from '../facts/edge-lists.js';

/** Numbers of edges of a kind that appear and disappear for readers. */
export interface KindChange {
  created: number;
  removed: number;
}

interface ListDifferences {
  readonly changes: ListChanges;
  readonly log: ChangeLog;
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
  const counts = new Map<number, KindChange>();
  const count = (change: keyof KindChange, kind: number) => {
    const sum = counts.get(kind) ?? { created: 0, removed: 0 };
    sum[change]++;
    counts.set(kind, sum);
  };
  const compare = (owner: number, kind: number, before: Int32Array, after: Int32Array) => {
    if (before.length === after.length && before.every((peer, at) => peer === after[at])) return;
    const [former, row] = [rowOf(kind, before), rowOf(kind, after)];
    entriesThatDiffer(former, row, (change, { peers }, at) => {
      const peer = peers[at] ?? 0;
      const isSeen = !(isOutgoing(kind) ? isStated(owner, kind, peer) : isStated(peer, kind, owner));
      if (isSeen && change !== 'changed') count(change, kind);
    });
    const withIds = (places: ListRow) => ({ ...places, peers: places.peers.map(idOf) });
    changes.put(idOf(owner), withIds(row), before.length > 0 ? withIds(former) : null);
  };
  was.each((owner, kind, peers) => compare(owner, kind, peers, now.peersOf(owner, kind)));
  now.each((owner, kind, peers) => {
    const before = was.peersOf(owner, kind);
    if (before.length === 0) compare(owner, kind, before, peers);
  });
  return { changes, log, counts };
}

function rowOf(list: number, peers: Int32Array): ListRow {
  const nothing = { kinds: null, flags: null, days: null, details: null, record: null };
  return { list, origin: Origin.Derived, peers: Array.from(peers), ...nothing };
}

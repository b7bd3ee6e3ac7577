import { distinct, type EdgeColumns, sortedBy } from './edge-columns.js';
import { sharedColumn } from './growing-columns.js';

/** Number of edge keys: kinds are below 2^15. */
const keys = 65_536;

/** The edges of each node in one direction, 6 bytes each. */
export interface Adjacency {
  /** By slot of a node: its first edge. One more than there are slots. */
  readonly start: Uint32Array;
  /** Node ids of the other ends. Edges of a node are sorted by key, then by peer. */
  readonly peer: Int32Array;
  readonly key: Uint16Array;
}

export interface Adjacencies {
  readonly out: Adjacency;
  readonly in: Adjacency;
  /** Parallel to `out.peer`. */
  readonly flags: Uint8Array;
}

/**
 * Arranges edges in both directions, each edge once for each end that owns it.
 * @param ids by slot, ascending; null: slots are ids
 */
export function adjacenciesOf(edges: EdgeColumns, slots: number, ids: Int32Array | null): Adjacencies {
  const byKey = sortedBy(sortedBy(edges, 'target', slots), 'key', keys);
  const bySource = distinct(sortedBy(byKey, 'source', slots));
  const flags = sharedColumn(Uint8Array, bySource.count);
  flags.set(bySource.flags.subarray(0, bySource.count));
  const out = adjacencyOf(bySource, 'source', slots, ids);
  const byTarget = sortedBy(sortedBy(bySource, 'key', keys), 'target', slots);
  return { out, in: adjacencyOf(byTarget, 'target', slots, ids), flags };
}

function adjacencyOf(edges: EdgeColumns, end: 'source' | 'target', slots: number, ids: Int32Array | null): Adjacency {
  const { count } = edges;
  const nodes = edges[end];
  const peers = edges[end === 'source' ? 'target' : 'source'];
  const start = sharedColumn(Uint32Array, slots + 1);
  const peer = sharedColumn(Int32Array, count);
  const key = sharedColumn(Uint16Array, count);
  for (let at = 0; at < count; at++) {
    start[nodes[at]! + 1]!++;
    peer[at] = ids ? ids[peers[at]!]! : peers[at]!;
    key[at] = edges.key[at]!;
  }
  for (let slot = 1; slot <= slots; slot++) start[slot]! += start[slot - 1]!;
  return { start, peer, key };
}

/** The first edge of a slot whose key is at least `key`, and whose peer is at least `peer` if the key is the same. */
export function firstFrom(
  { start, peer: peers, key: keysOf }: Adjacency,
  slot: number,
  key: number,
  peer: number,
): number {
  let low = start[slot]!;
  let high = start[slot + 1]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = keysOf[middle]!;
    if (at < key || (at === key && peers[middle]! < peer)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the edge of a slot with this key and peer; -1: none. */
export function indexOf(adjacency: Adjacency, slot: number, key: number, peer: number): number {
  const at = firstFrom(adjacency, slot, key, peer);
  return at < adjacency.start[slot + 1]! && adjacency.key[at] === key && adjacency.peer[at] === peer ? at : -1;
}

import type { EdgeColumns } from './edge-columns.js';
import { sharedColumn } from './growing-columns.js';
import { firstNotBelow } from './sorted-numbers.js';

/** The edges of each node in one direction, 7 bytes each. */
export interface Adjacency {
  /** By slot of a node: its first edge. One more than there are slots. */
  readonly start: Uint32Array;
  /** Places of the other ends. Edges of a node are sorted by key, then by peer. */
  readonly peer: Int32Array;
  readonly key: Uint16Array;
  readonly flags: Uint8Array;
}

export interface Adjacencies {
  readonly out: Adjacency;
  readonly in: Adjacency;
}

/**
 * Arranges edges in both directions.
 * @param edges their ends are places
 * @param places by slot, ascending; null: slots are places
 */
export function adjacenciesOf(edges: EdgeColumns, slots: number, places: Int32Array | null): Adjacencies {
  const { count, key, flags } = edges;
  const codes = new Float64Array(count);
  const arrange = (nodes: Int32Array, target: Int32Array) => {
    const source = places ? nodes.map((place) => firstNotBelow(places, place)) : nodes;
    return adjacencyOf({ count, source, target, key, flags }, slots, codes);
  };
  return { out: arrange(edges.source, edges.target), in: arrange(edges.target, edges.source) };
}

/**
 * Arranges edges by their sources, which are slots. Each edge is there once: flags of the same edge are united.
 * @param codes scratch with room for all edges
 */
export function adjacencyOf(
  { count, source, target, key, flags }: EdgeColumns,
  slots: number,
  codes = new Float64Array(count),
): Adjacency {
  const start = sharedColumn(Uint32Array, slots + 1);
  for (let at = 0; at < count; at++) start[source[at]! + 1]!++;
  for (let slot = 1; slot <= slots; slot++) start[slot]! += start[slot - 1]!;
  // Each start moves to the end of its slot.
  for (let at = 0; at < count; at++) codes[start[source[at]!]!++] = codeOf(key[at]!, target[at]!, flags[at]!);
  let total = 0;
  for (let slot = 0, first = 0; slot < slots; slot++) {
    const end = start[slot]!;
    if (end - first > 1) codes.subarray(first, end).sort();
    const ownStart = (start[slot] = total);
    for (; first < end; first++) {
      const code = codes[first]!;
      if (total > ownStart && edgeOf(code) === edgeOf(codes[total - 1]!))
        codes[total - 1]! += flagsOf(code) & ~flagsOf(codes[total - 1]!);
      else codes[total++] = code;
    }
  }
  start[slots] = total;
  return { start, ...decoded(codes, total) };
}

/** A number that sorts as the edges of a node. The offset of the key adds the sign to the 53 bits of a number: 54 are needed. */
function codeOf(key: number, peer: number, flags: number): number {
  return ((key - keyOffset) * allPeers + peer) * allFlags + flags;
}

const keyOffset = 2 ** 15;
/** A graph with more nodes fits no memory. */
const allPeers = 2 ** 30;
const allFlags = 2 ** 8;

function edgeOf(code: number): number {
  return Math.floor(code / allFlags);
}

function flagsOf(code: number): number {
  return code - edgeOf(code) * allFlags;
}

function decoded(codes: Float64Array, count: number): Pick<Adjacency, 'peer' | 'key' | 'flags'> {
  const peer = sharedColumn(Int32Array, count);
  const key = sharedColumn(Uint16Array, count);
  const flags = sharedColumn(Uint8Array, count);
  for (let at = 0; at < count; at++) {
    const code = codes[at]!;
    const edge = edgeOf(code);
    const signedKey = Math.floor(edge / allPeers);
    key[at] = signedKey + keyOffset;
    peer[at] = edge - signedKey * allPeers;
    flags[at] = flagsOf(code);
  }
  return { peer, key, flags };
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

import { sharedColumn } from './growing-columns.js';
import type { MemoryGraph } from './memory-graph.js';
import type { NameIndex } from './read-names.js';
import { Match, matchBeginning } from './texts.js';

/**
 * Indexes of object ids in a {@link NameIndex}, from 1, each at its hash or in the next free place (0) after it. Six bytes an id.
 */
export type IdTable = Int32Array;

const firstBeyondAscii = 0x80;

/** Returns a hash of an object id without case, from 1; 0 if it has letters beyond ASCII, of which some equal letters of ASCII without case. */
export function idHash(id: Uint8Array, from = 0, to = id.length): number {
  // FNV-1a
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) {
    const byte = id[at]!;
    if (byte >= firstBeyondAscii) return 0;
    hash = Math.imul(hash ^ (byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte), 0x01000193);
  }
  return hash >>> 0 || 1;
}

/** @param hashes of the ids, by index */
export function idTableOf(hashes: Uint32Array): IdTable {
  const table = sharedColumn(Int32Array, Math.ceil(hashes.length * 1.5));
  for (const [index, hash] of hashes.entries()) {
    if (hash === 0) continue;
    let at = hash % table.length;
    while (table[at] !== 0) at = (at + 1) % table.length;
    table[at] = index + 1;
  }
  return table;
}

/** The nodes with an object id. @param folded the id in upper case */
function* nodesIn({ idTable, objectids, nodes }: NameIndex, hash: number, folded: Uint8Array): Iterable<number> {
  if (idTable.length === 0) return;
  for (let at = hash % idTable.length; idTable[at] !== 0; at = (at + 1) % idTable.length) {
    const index = idTable[at]! - 1;
    if (matchBeginning(objectids, index, folded) === Match.Exact) yield nodes[index]!;
  }
}

/** The place of the one node with an object id, without case; -1 if there is none, or several, or if the database has to be asked. */
export function placeOfObject(graph: MemoryGraph, objectid: string): number {
  const hash = idHash(Buffer.from(objectid));
  if (hash === 0) return -1;
  const folded = Buffer.from(objectid.toUpperCase());
  const { base, overlay } = graph.data;
  const found = [...nodesIn(base.index, hash, folded)].filter((node) => graph.isOfBase(node));
  if (overlay) found.push(...nodesIn(overlay.index, hash, folded));
  return found.length === 1 ? found[0]! : -1;
}

import { sharedColumn } from './growing-columns.js';

/**
 * Indexes of object ids in NameIndex, from 1, each at its hash or in the next free place (0) after it. Six bytes an id.
 */
export type IdTable = Int32Array;

const firstBeyondAscii = 0x80;

/** Hash of an object id without case, from 1; 0 if it has letters beyond ASCII, because some equal letters of ASCII without case. */
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

import { idHash } from './id-table.js';
import type { MemoryGraph } from './memory-graph.js';
import type { NameIndex } from './read-names.js';
import { Match, matchBeginning } from './texts.js';

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
  // Nodes that a caller does not see do not exist.
  if (overlay) found.push(...[...nodesIn(overlay.index, hash, folded)].filter((node) => graph.exists(node)));
  return found.length === 1 ? found[0]! : -1;
}

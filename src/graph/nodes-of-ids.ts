import { addToGroup } from '../base/group-by.js';
import type { SqlRunner } from '../database/database.js';

/** A node that an id names. */
export interface NodeOfId {
  readonly id: number;
  readonly objectid: string;
}

const findExact = 'SELECT id, objectid FROM node WHERE objectid = ANY ($1::text[])';

/** The index `node_objectid_folded` has the few nodes whose id is not in upper case. */
const findFolded = `
  ${findExact} UNION ALL
  SELECT id, objectid FROM node WHERE upper(objectid) = ANY ($1::text[]) AND objectid <> upper(objectid)
  ORDER BY objectid`;

/** The same text for ids that differ in the case of A to Z alone, as `upper` in PostgreSQL returns for a text of collation C. */
export function foldId(objectid: string): string {
  return objectid.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/**
 * The nodes that ids name: the node with exactly the id, else those that equal it without regard to case. If these are several, the id is
 * ambiguous.
 * @returns by id; an id that names no node is absent
 */
export async function findNodesOfIds(
  on: SqlRunner,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, readonly NodeOfId[]>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const exact = await on.prepared<NodeOfId>(findExact, [wanted]);
  const found = new Map(exact.map((node) => [node.objectid, [node]]));
  const missing = wanted.filter((id) => !found.has(id));
  if (missing.length === 0) return found;
  const folded = new Map<string, NodeOfId[]>();
  for (const node of await on.prepared<NodeOfId>(findFolded, [[...new Set(missing.map(foldId))]]))
    addToGroup(folded, foldId(node.objectid), node);
  for (const id of missing) {
    const nodes = folded.get(foldId(id));
    if (nodes) found.set(id, nodes);
  }
  return found;
}

import { type Fault, InvalidInputError } from '../../base/errors.js';
import { addToGroup } from '../../base/values/group-by.js';
import type { SqlRunner } from '../../database/database.js';

/** A node that an id names. */
interface NodeOfId {
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

/** By the given id. An id that names no node is absent; one that names several is ambiguous. */
export type NodesOfIds = ReadonlyMap<string, readonly NodeOfId[]>;

/** The nodes that ids name: the node with exactly the id, else those that equal it without regard to case. */
export async function findNodesOfIds(on: SqlRunner, ids: Iterable<string>): Promise<NodesOfIds> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const exact = await on.prepared<NodeOfId>(findExact, [wanted]);
  const found = new Map(exact.map((node) => [node.objectid, [node]]));
  const others = await findNodesInAnyCase(
    on,
    wanted.filter((id) => !found.has(id)),
  );
  return new Map([...found, ...others]);
}

/** The nodes that equal ids without regard to case. */
export async function findNodesInAnyCase(on: SqlRunner, ids: readonly string[]): Promise<NodesOfIds> {
  if (ids.length === 0) return new Map();
  const folded = new Map<string, NodeOfId[]>();
  for (const node of await on.prepared<NodeOfId>(findFolded, [[...new Set(ids.map(foldId))]]))
    addToGroup(folded, foldId(node.objectid), node);
  return new Map(ids.map((id) => [id, folded.get(foldId(id)) ?? []] as const).filter(([, nodes]) => nodes.length > 0));
}

/**
 * Ids as nodes have them: the exact one, else the id of the one node that equals it without regard to case. An id of no node stays as it is.
 * @param context the place of the ids in the request
 * @throws InvalidInputError if an id is ambiguous
 */
export async function namedIds(on: SqlRunner, ids: readonly string[], context: string): Promise<string[]> {
  const nodes = await findNodesOfIds(on, ids);
  const faults = [...nodes].flatMap(([id, found]) => ambiguityOf(id, found, context));
  if (faults.length > 0) throw new InvalidInputError(faults);
  return ids.map((id) => nodes.get(id)?.[0]?.objectid ?? id);
}

/** Ids that an error message lists. */
const maxListed = 10;

/** The fault of an id that names several nodes; none if it names one or no node. */
export function ambiguityOf(given: string, nodes: readonly Pick<NodeOfId, 'objectid'>[], context: string): Fault[] {
  if (nodes.length < 2) return [];
  const ids = nodes.slice(0, maxListed).map(({ objectid }) => JSON.stringify(objectid));
  const list = nodes.length > maxListed ? `${ids.join(', ')} and ${nodes.length - maxListed} more` : ids.join(', ');
  const message = `no node has the object id ${JSON.stringify(given)}, and ${nodes.length} have it without regard to case: ${list}; give one of these`;
  return [{ code: 'reference.ambiguous', context, message }];
}

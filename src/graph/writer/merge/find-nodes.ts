import type { SqlConnection } from '../../../database/database.js';
import type { GraphBatch } from '../batch/graph-batch.js';
import { MergedNode, noId, noProps } from './merged-node.js';
import type { NodeCache } from './node-cache.js';
import type { PayloadState } from './payload-state.js';
import { reserveIds } from './reserve-ids.js';

interface FoundNode {
  readonly objectid: string;
  readonly id: number;
  readonly kinds: readonly number[];
  readonly described: boolean;
  readonly props: Readonly<Record<string, unknown>> | null;
  readonly record: number | null;
  readonly isOlder: boolean;
}

const columns = 'objectid, id, kinds, described, record, last_seen < $3::date AS "isOlder"';

/** Not a join: for one array of ids PostgreSQL reads the index from left to right, which takes a third of the time. */
const find = `
  SELECT ${columns}, NULL::jsonb AS props FROM node WHERE objectid = ANY ($1::text[])
  UNION ALL SELECT ${columns}, props FROM node WHERE objectid = ANY ($2::text[])`;

/**
 * Finds the stored nodes of a batch, and reserves ids for new ones. An id is never used again, so an object gets one only if a record states
 * its properties or an edge mentions it.
 * @returns the objects of the batch
 */
export async function findNodes(
  tx: SqlConnection,
  batch: GraphBatch,
  cache: NodeCache,
  payload: PayloadState,
  day: string,
): Promise<readonly MergedNode[]> {
  const isNode = statedObjects(batch);
  const [others, withProps]: [string[], string[]] = [[], []];
  const nodes = batch.objectids.map((objectid, object) => {
    const node = new MergedNode();
    const isStated = isNode[object] === 1;
    const isKnown = cache.read(objectid, node, isStated);
    if (!isKnown && (node.cached >= 0 || !cache.isComplete)) (isStated ? withProps : others).push(objectid);
    return node;
  });
  const isAsked = others.length + withProps.length > 0;
  for (const row of isAsked ? await tx.prepared<FoundNode>(find, [others, withProps, day]) : []) {
    const node = nodes[batch.objectOf(row.objectid)]!;
    if (node.cached < 0) node.hasLists = node.hasRecords = true;
    const [kinds, props] = [cache.kindLists.of(row.kinds), row.props ?? noProps];
    node.stored = node.content = { kinds, described: row.described, props };
    node.hasProps = row.props !== null;
    node.storedRecord = node.record = row.record;
    node.id = row.id;
    node.isOlder = row.isOlder;
  }
  const { object: mentioned } = batch.mentions;
  for (let at = 0; at < mentioned.length; at++) isNode[mentioned.at(at)] = 1;
  const created = nodes.filter(({ id }, object) => isNode[object] === 1 && id === noId);
  if (created.length > 0) {
    let next = await reserveIds(tx, 'node_id_seq', created.length);
    payload.addNodes(next);
    for (const node of created) node.id = next++;
  }
  return nodes;
}

/** By object: 1 if a record states its properties. */
function statedObjects({ objectids, records }: GraphBatch): Uint8Array {
  const isStated = new Uint8Array(objectids.length);
  for (const { nodes } of records) for (const { object } of nodes) isStated[object] = 1;
  return isStated;
}

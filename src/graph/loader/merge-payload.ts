import type { SqlRunner } from '../../database/database.js';
import { renewKnown, requireKnown } from '../lists/known-records.js';
import type { LoadResult } from '../records.js';
import { openDelta, publishDelta } from './delta.js';
import { insertNewEdges, mergeEdges } from './merge-edges.js';
import { mergeMentionedNodes } from './merge-mentions.js';
import { mergeStatedNodes } from './merge-nodes.js';
import { insertNewNodes, logNewNodes } from './new-nodes.js';
import { resolveMatches } from './resolve-matches.js';

const nothing = { unresolved: [], unresolvedCount: 0 } satisfies Partial<LoadResult>;

/**
 * Writes what is staged of a payload into the graph, under the write lock. Nodes come first, so that a match finds those of its own payload.
 * @throws RecordsChanged
 */
export async function mergePayload(tx: SqlRunner, hasMatches: boolean, day: string): Promise<LoadResult> {
  await openDelta(tx);
  await mergeStatedNodes(tx, day);
  const faults = hasMatches ? await resolveMatches(tx, day) : nothing;
  await mergeMentionedNodes(tx, day);
  await logNewNodes(tx);
  const edges = await mergeEdges(tx, day);
  await requireKnown(tx);
  await renewKnown(tx, day);
  const published = await publishDelta(tx, edges);
  // Last, for they may keep readers waiting until the transaction ends.
  await insertNewEdges(tx, edges.created);
  await insertNewNodes(tx, published.nodesCreated, day);
  return {
    ...published,
    edgesCreated: edges.created,
    edgesChanged: edges.changed,
    edgesRemoved: edges.removed,
    ...faults,
  };
}

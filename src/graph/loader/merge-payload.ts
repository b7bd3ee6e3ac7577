import type { SqlScript } from '../../database/sql-script.js';
import { renewKnown, requireKnown } from '../lists/known-records.js';
import { stampNew } from '../lists/stamp-days.js';
import type { LoadResult } from '../records.js';
import { deltaTables, publishDelta } from './delta.js';
import { insertNewEdges, mergeEdges } from './merge-edges.js';
import { mergeMentionedNodes } from './merge-mentions.js';
import { mergeStatedNodes } from './merge-nodes.js';
import { insertNewNodes, logNewNodes } from './new-nodes.js';
import { resolveMatches } from './resolve-matches.js';
import type { Staged } from './staging.js';

const nothing = { unresolved: [], unresolvedCount: 0 } satisfies Partial<LoadResult>;

/**
 * Writes what is staged of a payload into the graph, under the write lock. Nodes come first, so that a match finds those of its own payload.
 * @throws RecordsChanged
 */
export async function mergePayload(script: SqlScript, staged: Staged, day: string): Promise<LoadResult> {
  script.add(deltaTables);
  await mergeStatedNodes(script, staged, day);
  const faults = staged.anyMatch ? await resolveMatches(script, day) : nothing;
  await mergeMentionedNodes(script, day);
  logNewNodes(script);
  const edges = await mergeEdges(script, staged, day);
  if (staged.anyPassedOver) {
    await requireKnown(script);
    await renewKnown(script, day);
  }
  const published = await publishDelta(script, edges);
  // Last, for they may keep readers waiting until the transaction ends.
  await insertNewEdges(script, edges.created);
  await insertNewNodes(script, published.nodesCreated, day);
  await stampNew(script, day, edges.singles);
  return {
    ...published,
    edgesCreated: edges.created,
    edgesChanged: edges.changed,
    edgesRemoved: edges.removed,
    ...faults,
  };
}

import type { SqlConnection } from '../../../database/database.js';
import type { Changes } from '../../records.js';
import { ChangeLog } from '../../store/change-log.js';
import { clearDigests } from '../../store/clear-digests.js';
import { lockGraphForWriting } from '../../store/graph-transaction.js';
import { publish } from '../../store/graph-version.js';
import type { GraphBatch } from '../batch/graph-batch.js';
import { type KindQuota, storedKinds } from '../batch/stored-kinds.js';
import type { BatchWrite } from './batch-write.js';
import { findNodes } from './find-nodes.js';
import { MergedLists } from './merge-lists.js';
import { mergeNodes } from './merge-nodes.js';
import type { NodeCache } from './node-cache.js';
import { NodeRows } from './node-rows.js';
import { numberRecords } from './number-records.js';
import type { PayloadState } from './payload-state.js';
import { renewSkipped, writeRecords } from './write-records.js';

/**
 * Writes a batch in a transaction.
 * @throws SkippedRecordChanged; KindsRefused
 */
export async function writeBatch(
  tx: SqlConnection,
  batch: GraphBatch,
  day: string,
  payload: PayloadState,
  quota: KindQuota | null,
  cache: NodeCache,
): Promise<Changes> {
  await lockGraphForWriting(tx);
  await cache.validate(tx, day);
  const kindOf = await storedKinds(tx, batch.kinds, quota);
  const nodes = await findNodes(tx, batch, cache, payload, day);
  for (const record of batch.skipped) payload.addSkipped(record);
  await numberRecords(tx, batch, nodes, payload);
  const cleared = mergeNodes(batch, nodes, kindOf, cache.kindLists);
  const log = await ChangeLog.open(tx);
  const context: BatchWrite = { tx, batch, payload, cache, day, kindOf, nodes, log, cleared };
  const lists = await MergedLists.merge(context);
  const { counts, owners } = lists.changes;
  const withFormerRecords = nodes.filter(({ id, hasRecords }) => hasRecords && owners.has(id));
  for (const { id, subject } of batch.records) if (id !== null) nodes[subject]!.hasRecords = true;
  // PostgreSQL copies the lists while the rows of nodes are made.
  const copied = lists.changes.write(tx);
  // Its error is thrown below.
  copied.catch(() => {});
  const rows = await NodeRows.of(context);
  await copied;
  await rows.write(tx);
  await clearDigests(
    tx,
    withFormerRecords.map(({ id }) => id),
    cleared,
  );
  await writeRecords(context, lists);
  await renewSkipped(tx, batch.skipped, day);
  await publish(tx, { owners, nodes: rows.ids, log });
  await cache.keep(tx, day);
  return {
    nodesCreated: rows.created,
    nodesChanged: rows.changed,
    edgesCreated: counts.created,
    edgesChanged: counts.changed,
    edgesRemoved: counts.removed,
  };
}

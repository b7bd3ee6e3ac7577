import type { SqlConnection } from '../../../database/database.js';
import type { Changes } from '../../records.js';
import { ChangeLog } from '../../store/change-log.js';
import { ClearedDigests } from '../../store/cleared-digests.js';
import { lockGraphForWriting } from '../../store/graph-transaction.js';
import { publish } from '../../store/graph-version.js';
import { dayNumber } from '../../store/list-row.js';
import { BatchNodes } from './batch-nodes.js';
import type { GraphBatch } from '../batch/graph-batch.js';
import { KindNumbers, type KindQuota } from '../batch/kind-numbers.js';
import { MergedLists } from './merge-lists.js';
import { MergedNodes } from './merge-nodes.js';
import type { NodeCache } from './node-cache.js';
import type { PayloadState } from './payload-state.js';
import { StatedLists } from './stated-lists.js';
import { SkipRule } from './skip-rule.js';
import { numberRecords } from './stated-records.js';
import { renewSkipped, writeRecords } from './write-records.js';

export interface WrittenBatch extends Changes {
  /** Version of the graph in which the batch is visible. */
  readonly version: number;
}

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
): Promise<WrittenBatch> {
  await lockGraphForWriting(tx);
  await cache.validate(tx, day);
  const kinds = await KindNumbers.of(tx, batch.kinds, quota);
  const found = await BatchNodes.find(tx, batch, cache, payload, day);
  for (const record of batch.skipped) payload.addSkipped(record);
  const records = await numberRecords(tx, batch, found, payload);
  const nodes = new MergedNodes(batch, found, records, kinds);
  const stated = new StatedLists(
    batch,
    (object) => found.idOf(object),
    (kind) => kinds.stored(kind),
  );
  const log = await ChangeLog.open(tx);
  const cleared = new ClearedDigests();
  for (const record of nodes.replaced) cleared.addRecord(record);
  const lists = await MergedLists.merge(tx, {
    batch,
    nodes: found,
    stated,
    records,
    payload,
    cleared,
    day: dayNumber(day),
    kinds,
    log,
  });
  for (const { id, record } of records) if (id !== null) found.hasRecords[record.subject] = 1;
  // PostgreSQL copies the lists while the rows of nodes are made.
  const copied = lists.write(tx);
  // Its error is thrown below.
  copied.catch(() => {});
  const rows = await nodes.rows(day, payload, cache, log);
  await copied;
  const written = await rows.write(tx);
  await cleared.write(tx);
  const skipRule = new SkipRule(batch, nodes, lists);
  await writeRecords(tx, records, { batch, nodes: found, kinds, skipRule, cleared, day });
  await renewSkipped(tx, batch.skipped, day);
  const version = await publish(tx, { owners: lists.owners, nodes: written.ids, log });
  await cache.keep(tx, day);
  return {
    nodesCreated: written.created,
    nodesChanged: written.changed,
    edgesCreated: lists.counts.created,
    edgesChanged: lists.counts.changed,
    edgesRemoved: lists.counts.removed,
    version,
  };
}

import type { SqlConnection } from '../../database/database.js';
import { type Changes, kindsOfPart } from '../records.js';
import { publish } from '../store/graph-version.js';
import { lockGraphForWriting } from '../store/graph-transaction.js';
import { KindNumbers, type KindQuota } from './kind-numbers.js';
import { dayNumber } from '../store/list-row.js';
import { BatchLists } from './batch-lists.js';
import { BatchNodes } from './batch-nodes.js';
import { renewSkipped, writeRecords } from './write-records.js';
import type { BatchContents } from './graph-batch.js';
import { ListStatements } from './list-statements.js';
import { correctMembershipCounts } from './membership-counts.js';
import type { PayloadState } from './payload-state.js';
import { ClearedDigests } from '../store/cleared-digests.js';
import { numberRecords } from './record-ids.js';

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
  batch: BatchContents,
  day: string,
  payload: PayloadState,
  quota: KindQuota | null,
): Promise<WrittenBatch> {
  await lockGraphForWriting(tx);
  const cleared = new ClearedDigests();
  const kinds = await KindNumbers.of(tx, kindsOf(batch), quota);
  const nodes = await BatchNodes.find(tx, batch, kinds, payload, day);
  for (const record of batch.skipped) payload.addSkipped(record);
  const records = await numberRecords(tx, batch, nodes, payload);
  const statements = new ListStatements(batch, nodes, kinds, payload);
  for (const record of records) {
    for (const node of record.nodes) cleared.addRecord(nodes.merge(node, record.id));
    statements.add(record);
  }
  const written = await nodes.write(tx);
  const lists = await BatchLists.find(tx, statements.byOwner.keys(), nodes, payload, cleared);
  for (const [owner, all] of statements.byOwner) lists.merge(nodes.idOf(owner), all, dayNumber(day));
  await correctMembershipCounts(tx, lists, nodes);
  await lists.changes.write(tx);
  await cleared.write(tx);
  await writeRecords(tx, records, { batch, nodes, kinds, cleared, day });
  await renewSkipped(tx, batch.skipped, day);
  const version = await publish(tx, { owners: cleared.owners, nodes: written.ids });
  return {
    nodesCreated: written.created,
    nodesChanged: written.changed,
    edgesCreated: lists.counts.created,
    edgesChanged: lists.counts.changed,
    edgesRemoved: lists.counts.removed,
    version,
  };
}

/** Edges that wait for the look-up of their ends count, too: they may be stored, and are written without a quota then. */
function kindsOf({ kindLists, kindNames, records, referring }: BatchContents): Set<string> {
  const names = new Set([...kindLists.flat(), ...kindNames]);
  for (const { edges } of referring) for (const edge of edges) for (const name of kindsOfPart(edge)) names.add(name);
  for (const { lists } of records) for (const { list } of lists) if ('kind' in list) names.add(list.kind);
  return names;
}

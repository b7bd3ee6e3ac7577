import { hash } from 'node:crypto';
import type { SqlConnection } from '../../../database/database.js';
import { isPartOf } from '../../records.js';
import type { BatchRecord } from '../batch/batch-columns.js';
import type { GraphBatch } from '../batch/graph-batch.js';
import { isOfOpenGraph } from '../batch/known-records.js';
import { type MergedNode, noId } from './merged-node.js';
import type { PayloadState } from './payload-state.js';
import { reserveIds } from './reserve-ids.js';

interface StoredRecord {
  readonly id: number;
  readonly owner: number;
  readonly type: string;
}

const find = 'SELECT id, owner, type FROM collector_record WHERE owner = ANY ($1::int[])';

/** Finds or reserves the row of each record by its owner and its type. Records of one type of one node share a row. */
export async function numberRecords(
  tx: SqlConnection,
  batch: GraphBatch,
  nodes: readonly MergedNode[],
  payload: PayloadState,
): Promise<void> {
  const digests = new Map<string, string>();
  const known = new Set<number>();
  const ofNodes = batch.records.filter((record) => {
    const { id, hasRecords } = nodes[record.subject] ?? { id: noId, hasRecords: false };
    record.type = typeOf(record, batch, digests);
    if (hasRecords) known.add(id);
    return id !== noId;
  });
  const keyOf = ({ subject, type }: BatchRecord) => `${nodes[subject]!.id} ${type}`;
  const stored = known.size > 0 ? await tx.prepared<StoredRecord>(find, [[...known]]) : [];
  const ids = new Map(stored.map(({ id, owner, type }) => [`${owner} ${type}`, id]));
  const ofDirectory = new Set(stored.flatMap(({ owner, type }) => (isOfOpenGraph(type) ? [] : owner)));
  const fresh = new Set(ofNodes.map(keyOf).filter((key) => !ids.has(key)));
  let next = fresh.size > 0 ? await reserveIds(tx, 'collector_record_id_seq', fresh.size) : 0;
  for (const key of fresh) ids.set(key, next++);
  for (const record of ofNodes) {
    const key = keyOf(record);
    record.id = ids.get(key)!;
    nodes[record.subject]!.isOfDirectory = ofDirectory.has(nodes[record.subject]!.id);
    record.isNew = fresh.has(key);
    record.isAgain = payload.addRecord(record.id);
  }
}

/**
 * The type of the collector with a digest of the set of whole lists that the record gives, and of the other nodes that it describes or mentions.
 * The day of the record is the day of all of these. A record with another set (of a computer that was off) gets another row, so that it does
 * not renew the lists that it lacks.
 * @param digests by the parts of the set in the order of the record. Most records of a file give the same lists in the same order
 */
function typeOf(record: BatchRecord, { lists, objectids }: GraphBatch, digests: Map<string, string>): string {
  const { subject, identity, nodes } = record;
  const own = objectids[subject] ?? '';
  const nameOf = (object: number) => {
    const id = objectids[object] ?? '';
    return isPartOf(id, own) ? `~${id.slice(own.length)}` : id;
  };
  let parts = '';
  for (let at = record.firstList; at < record.endOfLists; at++) {
    const owner = lists.owner.at(at);
    if (lists.isWhole.at(at) === 1) parts += `\n${owner === subject ? '' : nameOf(owner)} ${lists.list.at(at)}`;
  }
  for (const { object } of nodes) if (object !== subject) parts += `\n${nameOf(object)}`;
  if (parts === '') return identity.type;
  let digest = digests.get(parts);
  if (digest === undefined) {
    const set = parts.slice(1).split('\n').toSorted().join('\n');
    digests.set(parts, (digest = hash('sha256', set).slice(0, 16)));
  }
  return `${identity.type} ${digest}`;
}

import { hash } from 'node:crypto';
import { oneRow, type SqlConnection } from '../../../database/database.js';
import { isPartOf } from '../../records.js';
import type { BatchNodes } from './batch-nodes.js';
import type { BatchRecord } from '../batch/batch-columns.js';
import type { GraphBatch } from '../batch/graph-batch.js';
import type { PayloadState } from './payload-state.js';

/** A record that is written, with the id of its row. */
export interface StatedRecord {
  readonly record: BatchRecord;
  /** Null if its subject is no node. */
  readonly id: number | null;
  /** Whether it has no row yet. */
  readonly isNew: boolean;
  /** Tells it from other records of the object: {@link typeOf}. */
  readonly type: string;
  /** Whether the payload had a record with this row before. */
  readonly isAgain: boolean;
}

interface StoredRecord {
  readonly id: number;
  readonly owner: number;
  readonly type: string;
}

const find = 'SELECT id, owner, type FROM collector_record WHERE owner = ANY ($1::int[])';

const reserve = `
  SELECT setval('collector_record_id_seq', nextval('collector_record_id_seq') + $1::int - 1)::int - $1::int + 1 AS first`;

/** Finds or reserves the row of each record by its owner and its type. Records of one type of one node share a row. */
export async function numberRecords(
  tx: SqlConnection,
  batch: GraphBatch,
  nodes: BatchNodes,
  payload: PayloadState,
): Promise<StatedRecord[]> {
  const { records } = batch;
  const digests = new Map<string, string>();
  const types = records.map((record) => typeOf(record, batch, digests));
  const isNode = (subject: number) => subject !== -1 && nodes.has(subject);
  const keys = records.map(({ subject }, place) => (isNode(subject) ? `${nodes.idOf(subject)} ${types[place]}` : null));
  const subjects = new Set(records.flatMap(({ subject }) => (isNode(subject) ? [subject] : [])));
  const known = [...subjects]
    .filter((subject) => nodes.hasRecords[subject] === 1)
    .map((subject) => nodes.idOf(subject));
  const stored = known.length > 0 ? await tx.prepared<StoredRecord>(find, [known]) : [];
  const ids = new Map(stored.map(({ id, owner, type }) => [`${owner} ${type}`, id]));
  const fresh = new Set(keys.filter((key) => key !== null && !ids.has(key)));
  if (fresh.size > 0) {
    let next = oneRow(await tx.prepared<{ first: number }>(reserve, [fresh.size])).first;
    for (const key of fresh) ids.set(key ?? '', next++);
  }
  return records.map((record, place) => {
    const id = ids.get(keys[place] ?? '') ?? null;
    const isAgain = id !== null && payload.addRecord(id);
    return { record, id, isNew: fresh.has(keys[place] ?? ''), isAgain, type: types[place] ?? '' };
  });
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

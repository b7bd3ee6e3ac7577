import { hash } from 'node:crypto';
import { oneRow, type SqlConnection } from '../../database/database.js';
import { isPartOf } from '../records.js';
import type { BatchNodes } from './batch-nodes.js';
import type { BatchRecord } from './batch-columns.js';
import type { GraphBatch } from './graph-batch.js';
import type { PayloadState } from './payload-state.js';
import type { StatedLists } from './stated-lists.js';

/** A record that is written, with the id of its row. */
export interface StatedRecord extends BatchRecord {
  /** Null if its subject is no node. */
  readonly id: number | null;
  /** Whether it has no row yet. */
  readonly isNew: boolean;
  /** Tells it from other records of the object: {@link typeOf}. */
  readonly type: string;
  /** Whether it may be skipped when it comes again. */
  isSkippable: boolean;
  /** Whether only its day is renewed then. False if it added edges, which have days of their own. */
  isRenewable: boolean;
}

/** The records that last stated properties of nodes. */
interface PropertySources {
  recordOf(object: number): number | null;
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
  const known = [...subjects].filter((subject) => !nodes.isNew(subject)).map((subject) => nodes.idOf(subject));
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
    const isSkippable = id !== null && record.identity.digest !== null && !isAgain;
    const isNew = fresh.has(keys[place] ?? '');
    return { ...record, id, isNew, type: types[place] ?? '', isSkippable, isRenewable: true };
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
  for (let at = record.lists.from; at < record.lists.to; at++) {
    const owner = lists.owner[at] ?? 0;
    if (lists.isWhole[at]) parts += `\n${owner === subject ? '' : nameOf(owner)} ${lists.list[at]}`;
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

/**
 * Finds the records that are never skipped, or never renewed, for what they state. To be called before the lists are merged.
 * The rest is decided by the lists: a record is not skipped if a list does not name it.
 */
export function judgeRecord(
  record: StatedRecord,
  batch: GraphBatch,
  nodes: PropertySources,
  stated: StatedLists,
): void {
  const { lists, objectids } = batch;
  const { subject } = record;
  let givesWhole = false;
  for (let at = record.lists.from; at < record.lists.to; at++) {
    const [owner, isWhole] = [lists.owner[at] ?? 0, lists.isWhole[at] === true];
    if (isWhole) givesWhole = true;
    else record.isRenewable = false;
    // Only the row of a whole list names the record, and an empty one has no row. Other records give no list of a part of the subject.
    const namesRecord = () => stated.lengthOf(at) > 0 || isPartOf(objectids[owner] ?? '', objectids[subject] ?? '');
    if (owner !== subject && !(isWhole && namesRecord())) record.isSkippable = false;
  }
  if (!givesWhole && !record.nodes.some(({ described }) => described)) record.isSkippable = false;
  if (!clearsIfNodesAreRemoved(record, batch, nodes)) record.isSkippable = false;
}

/**
 * Whether the removal of any node that the record mentions clears its digest: either a list of the record loses a peer, or the node names
 * the record.
 */
function clearsIfNodesAreRemoved(
  { id, nodes, edges, subject }: StatedRecord,
  batch: GraphBatch,
  merged: PropertySources,
): boolean {
  let ends: Set<number> | undefined;
  const endsOf = () => {
    const peers = batch.edges.peer.slice(edges.from, edges.to);
    const owners = batch.edges.list.slice(edges.from, edges.to).map((list) => batch.lists.owner[list] ?? 0);
    return new Set([...peers, ...owners]);
  };
  return nodes.every(
    ({ object }) => object === subject || merged.recordOf(object) === id || (ends ??= endsOf()).has(object),
  );
}

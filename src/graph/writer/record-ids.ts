import { hash } from 'node:crypto';
import { oneRow, type SqlConnection } from '../../database/database.js';
import type { BatchNodes } from './batch-nodes.js';
import type { BatchContents, BatchRecord } from './graph-batch.js';
import type { PayloadState } from './payload-state.js';

/** A record that is written, with the id of its row. */
export interface StatedRecord extends BatchRecord {
  /** Null if its subject is no node. */
  readonly id: number | null;
  /** Whether it has no row yet. */
  readonly isNew: boolean;
  /** Tells it from other records of the object: {@link RecordTypes}. */
  readonly type: string;
  /** Whether it may be skipped when it comes again. */
  isSkippable: boolean;
  /** Whether only its day is renewed then. False if it added edges, which have days of their own. */
  isRenewable: boolean;
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
  { records, objectids }: BatchContents,
  nodes: BatchNodes,
  payload: PayloadState,
): Promise<StatedRecord[]> {
  const types = new RecordTypes(objectids).of(records);
  const isNode = (subject: number) => subject !== -1 && nodes.has(subject);
  const keys = records.map(({ subject }, place) => (isNode(subject) ? `${nodes.idOf(subject)} ${types[place]}` : null));
  const subjects = new Set(records.flatMap(({ subject }) => (isNode(subject) ? [subject] : [])));
  const known = [...subjects].filter((subject) => !nodes.isNew(subject)).map((subject) => nodes.idOf(subject));
  const stored = known.length ? await tx.prepared<StoredRecord>(find, [known]) : [];
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
 */
class RecordTypes {
  /** By the parts of the set in the order of the record. Most records of a file give the same lists in the same order. */
  private readonly types = new Map<string, string>();

  constructor(private readonly objectids: readonly string[]) {}

  of(records: readonly BatchRecord[]): string[] {
    return records.map((record) => this.typeOf(record));
  }

  private typeOf({ subject, identity, lists, nodes }: BatchRecord): string {
    let parts = '';
    for (const { owner, list } of lists) {
      const of = owner === subject ? '' : (this.objectids[owner] ?? '');
      parts += `\n${of} ${list.of} ${'kind' in list ? list.kind : ''}`;
    }
    for (const { object } of nodes) if (object !== subject) parts += `\n${this.objectids[object]}`;
    if (parts === '') return identity.type;
    const key = identity.type + parts;
    let type = this.types.get(key);
    if (type === undefined) {
      const set = parts.slice(1).split('\n').toSorted().join('\n');
      this.types.set(key, (type = `${identity.type} ${hash('sha256', set).slice(0, 16)}`));
    }
    return type;
  }
}

import type { SqlConnection } from '../../database/database.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { CopyRows } from '../store/copy-rows.js';
import { renewDays } from '../store/renewed-days.js';
import type { KindNumbers } from './kind-numbers.js';
import type { BatchNodes } from './batch-nodes.js';
import type { BatchContents } from './graph-batch.js';
import { type KnownRecord, storedCounts } from './known-records.js';
import type { ClearedDigests } from '../store/cleared-digests.js';
import type { StatedRecord } from './record-ids.js';

const columns = 'id, owner, type, digest, seen, renewable, counts';

const update = `
  UPDATE collector_record r SET digest = s.digest, seen = greatest(r.seen, s.seen), renewable = s.renewable, counts = s.counts
  FROM stated_record s
  WHERE r.id = s.id AND (r.digest, r.renewable, r.counts) IS DISTINCT FROM (s.digest, s.renewable, s.counts)`;

const count = `
  SELECT count(*)::int AS known FROM unnest($1::int[], $2::uuid[]) p(id, digest) JOIN collector_record USING (id, digest)`;

/** A digest was cleared after its record had been skipped: the batch must be converted in full. */
export class SkippedRecordChanged extends Error {}

export async function writeRecords(
  tx: SqlConnection,
  records: readonly StatedRecord[],
  { batch, nodes, kinds, cleared, day }: RecordContext,
): Promise<void> {
  const last = new Map<number, StatedRecord>();
  for (const record of records) if (record.id !== null) last.set(record.id, record);
  if (last.size === 0) return;
  const inserted = new CopyRows(`collector_record (${columns})`);
  const updated = new CopyRows(`stated_record (${columns})`);
  const nodeKinds = batch.kindLists.map(([first]) => (first === undefined ? Kind.Unknown : kinds.of(first)));
  const edgeKinds = batch.kindNames.map((name) => kinds.of(name));
  for (const record of last.values()) {
    const { id, type, subject, identity, isRenewable } = record;
    const isCleared = !record.isSkippable || cleared.hasRecord(id ?? 0);
    const described = record.nodes.flatMap((node) => (node.described ? (nodeKinds[node.kinds] ?? []) : []));
    const stated = batch.edges.kinds.slice(record.edges.from, record.edges.to).map((kind) => edgeKinds[kind] ?? 0);
    const digest = isCleared ? null : identity.digest;
    const counts = isCleared ? [] : storedCounts(identity, described, stated);
    const rows = record.isNew ? inserted : updated;
    rows.add(id, nodes.idOf(subject), type, digest, day, isRenewable, counts);
  }
  await inserted.write(tx.client);
  if (!updated.hasRows) return;
  await tx.query('CREATE TEMP TABLE stated_record (LIKE collector_record) ON COMMIT DROP');
  await updated.write(tx.client);
  await tx.query(update);
  await renewDays(
    tx,
    'record_days',
    [...last.values()].flatMap(({ id, isNew }) => (isNew ? [] : (id ?? []))),
    day,
  );
}

interface RecordContext {
  readonly batch: BatchContents;
  readonly nodes: BatchNodes;
  readonly kinds: KindNumbers;
  readonly cleared: ClearedDigests;
  readonly day: string;
}

/**
 * Renews the days of the records that were skipped. Called after all else of the batch, which may clear their digests, too.
 * @throws SkippedRecordChanged
 */
export async function renewSkipped(tx: SqlConnection, skipped: readonly KnownRecord[], day: string): Promise<void> {
  if (skipped.length === 0) return;
  const ids = skipped.map(({ id }) => id);
  const digests = skipped.map(({ digest }) => digest);
  const [row] = await tx.prepared<{ known: number }>(count, [ids, digests]);
  if (row?.known !== skipped.length) throw new SkippedRecordChanged();
  await renewDays(tx, 'record_days', ids, day);
}

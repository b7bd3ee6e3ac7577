import type { SqlRunner } from '../../../database/database.js';
import { Kind } from '../../kinds/kind-catalogue.js';
import { CopyBuffer } from '../../store/copy-buffer.js';
import { dayNumber } from '../../store/list-row.js';
import { renewDays } from '../../store/renewed-days.js';
import type { BatchRecord } from '../batch/batch-columns.js';
import type { GraphBatch } from '../batch/graph-batch.js';
import type { StoredKinds } from '../batch/stored-kinds.js';
import type { SkippedRecord } from '../batch/known-records.js';
import type { BatchWrite } from './batch-write.js';
import type { MergedLists } from './merge-lists.js';
import { SkipRule } from './skip-rule.js';

const table = 'collector_record (id, owner, type, digest, seen, renewable, counts)';

const update = `
  UPDATE collector_record r
  SET digest = s.digest, seen = greatest(r.seen, $2::date), renewable = s.renewable, counts = s.counts
  FROM jsonb_to_recordset($1::jsonb) AS s(id int, digest uuid, renewable boolean, counts int[])
  WHERE r.id = s.id AND (r.digest, r.renewable, r.counts) IS DISTINCT FROM (s.digest, s.renewable, s.counts)`;

const count = `
  SELECT count(*)::int AS known FROM unnest($1::int[], $2::uuid[]) p(id, digest) JOIN collector_record USING (id, digest)`;

/** A digest was cleared after its record had been skipped: the batch must be converted in full. */
export class SkippedRecordChanged extends Error {}

/** Writes the records of a batch. To be called after the lists were merged. */
export async function writeRecords(context: BatchWrite, lists: MergedLists): Promise<void> {
  const { tx, batch, nodes, kindOf, cleared, day } = context;
  const last = new Map<number, BatchRecord>();
  for (const record of batch.records) if (record.id !== null) last.set(record.id, record);
  const skipRule = new SkipRule(context, lists);
  const seen = dayNumber(day);
  const inserted = new CopyBuffer(table, 7);
  const updated = new Map<number, object>();
  const nodeKinds = batch.kindLists.map(([first]) =>
    first === undefined ? Kind.Unknown : kindOf(batch.kinds.of(first)),
  );
  for (const [id, record] of last) {
    const renewable = skipRule.isRenewable(record);
    const isKept = !cleared.has(id) && skipRule.maySkip(record);
    const digest = isKept ? record.identity.digest : null;
    const counts = isKept ? countsOf(record, batch, kindOf, nodeKinds) : [];
    if (record.isNew) {
      inserted.row().int(id).int(nodes[record.subject]!.id).text(record.type).uuid(digest).int(seen);
      inserted.boolean(renewable).ints(counts);
    } else updated.set(id, { id, digest, renewable, counts });
  }
  await inserted.write(tx.client);
  if (updated.size === 0) return;
  await tx.query(update, [JSON.stringify([...updated.values()]), day]);
  await renewDays(tx, 'record_days', updated.keys(), day);
}

/** The column `counts` (CollectorRecordEntity). @param nodeKinds the first kind of each list of kinds of the batch */
function countsOf(
  { identity, nodes, firstEdge, endOfEdges }: BatchRecord,
  { edges }: GraphBatch,
  kindOf: StoredKinds,
  nodeKinds: readonly number[],
): number[] {
  const counts = [identity.inEnvironment ? 1 : 0, 0];
  for (const node of nodes) if (node.described) countKind(counts, nodeKinds[node.kinds] ?? 0, 2);
  counts[1] = counts.length / 2 - 1;
  const firstOfEdges = counts.length;
  for (let edge = firstEdge; edge < endOfEdges; edge++) countKind(counts, kindOf(edges.kind.at(edge)), firstOfEdges);
  return counts;
}

/** @param from index of the first pair. A record has few kinds, so they are compared one by one */
function countKind(counts: number[], kind: number, from: number): void {
  let at = from;
  while (at < counts.length && counts[at] !== kind) at += 2;
  if (at === counts.length) counts.push(kind, 0);
  counts[at + 1]!++;
}

/**
 * Renews the days of the records that were skipped. Called after all else of the batch, which may clear their digests, too.
 * @throws SkippedRecordChanged
 */
export async function renewSkipped(tx: SqlRunner, skipped: readonly SkippedRecord[], day: string): Promise<void> {
  if (skipped.length === 0) return;
  const ids = skipped.map(({ id }) => id);
  const digests = skipped.map(({ digest }) => digest);
  const [row] = await tx.prepared<{ known: number }>(count, [ids, digests]);
  if (row?.known !== skipped.length) throw new SkippedRecordChanged();
  await renewDays(tx, 'record_days', ids, day);
}

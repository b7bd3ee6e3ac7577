import type { SqlConnection } from '../../../database/database.js';
import { Kind } from '../../kinds/kind-catalogue.js';
import type { ClearedDigests } from '../../store/cleared-digests.js';
import { CopyBuffer } from '../../store/copy-buffer.js';
import { dayNumber } from '../../store/list-row.js';
import { renewDays } from '../../store/renewed-days.js';
import type { BatchNodes } from './batch-nodes.js';
import type { BatchRecord } from '../batch/batch-columns.js';
import type { GraphBatch } from '../batch/graph-batch.js';
import type { KindNumbers } from '../batch/kind-numbers.js';
import type { SkippedRecord } from '../batch/known-records.js';
import type { SkipRule } from './skip-rule.js';
import type { StatedRecord } from './stated-records.js';

const table = 'collector_record (id, owner, type, digest, seen, renewable, counts)';

const update = `
  UPDATE collector_record r
  SET digest = s.digest::uuid, seen = greatest(r.seen, $5::date), renewable = s.renewable, counts = s.counts::int[]
  FROM unnest($1::int[], $2::text[], $3::boolean[], $4::text[]) AS s(id, digest, renewable, counts)
  WHERE r.id = s.id AND (r.digest, r.renewable, r.counts) IS DISTINCT FROM (s.digest::uuid, s.renewable, s.counts::int[])`;

const count = `
  SELECT count(*)::int AS known FROM unnest($1::int[], $2::uuid[]) p(id, digest) JOIN collector_record USING (id, digest)`;

/** A digest was cleared after its record had been skipped: the batch must be converted in full. */
export class SkippedRecordChanged extends Error {}

interface RecordContext {
  readonly batch: GraphBatch;
  readonly nodes: BatchNodes;
  readonly kinds: KindNumbers;
  readonly skipRule: SkipRule;
  readonly cleared: ClearedDigests;
  readonly day: string;
}

export async function writeRecords(
  tx: SqlConnection,
  records: readonly StatedRecord[],
  context: RecordContext,
): Promise<void> {
  const { inserted, updated } = rowsOf(records, context);
  await inserted.write(tx.client);
  if (updated.length === 0) return;
  const ids = updated.map(([id]) => id);
  const columns = [ids, updated.map((row) => row[1]), updated.map((row) => row[2]), updated.map((row) => row[3])];
  await tx.query(update, [...columns, context.day]);
  await renewDays(tx, 'record_days', ids, context.day);
}

function rowsOf(records: readonly StatedRecord[], { batch, nodes, kinds, skipRule, cleared, day }: RecordContext) {
  const last = new Map<number, StatedRecord>();
  for (const record of records) if (record.id !== null) last.set(record.id, record);
  const seen = dayNumber(day);
  const inserted = new CopyBuffer(table, 7);
  const updated: (readonly [id: number, digest: string | null, renewable: boolean, counts: string])[] = [];
  const nodeKinds = batch.kindLists.map(([first]) => (first === undefined ? Kind.Unknown : kinds.of(first)));
  for (const [id, stated] of last) {
    const isRenewable = skipRule.isRenewable(stated);
    const isKept = !cleared.hasRecord(id) && skipRule.maySkip(stated);
    const digest = isKept ? stated.record.identity.digest : null;
    const counts = isKept ? countsOf(stated.record, batch, kinds, nodeKinds) : [];
    if (!stated.isNew) updated.push([id, digest, isRenewable, `{${counts.join(',')}}`]);
    else {
      inserted.row().int(id).int(nodes.idOf(stated.record.subject)).text(stated.type).uuid(digest).int(seen);
      inserted.boolean(isRenewable).ints(counts);
    }
  }
  return { inserted, updated };
}

/** The column `counts` (CollectorRecordEntity). @param nodeKinds the first kind of each list of kinds of the batch */
function countsOf(
  { identity, nodes, firstEdge, endOfEdges }: BatchRecord,
  { edges }: GraphBatch,
  kinds: KindNumbers,
  nodeKinds: readonly number[],
): number[] {
  const counts = [identity.inEnvironment ? 1 : 0, 0];
  for (const node of nodes) if (node.described) countKind(counts, nodeKinds[node.kinds] ?? 0, 2);
  counts[1] = counts.length / 2 - 1;
  const firstOfEdges = counts.length;
  for (let edge = firstEdge; edge < endOfEdges; edge++)
    countKind(counts, kinds.stored(edges.kind.at(edge)), firstOfEdges);
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
export async function renewSkipped(tx: SqlConnection, skipped: readonly SkippedRecord[], day: string): Promise<void> {
  if (skipped.length === 0) return;
  const ids = skipped.map(({ id }) => id);
  const digests = skipped.map(({ digest }) => digest);
  const [row] = await tx.prepared<{ known: number }>(count, [ids, digests]);
  if (row?.known !== skipped.length) throw new SkippedRecordChanged();
  await renewDays(tx, 'record_days', ids, day);
}

import type { SqlRunner } from '../../database/database.js';
import type { KindNames } from '../kinds/kind-names.js';
import type { RecordCounts } from './record-identity.js';

/** A record whose statements the graph holds: it may be passed over. */
export interface KnownRecord {
  readonly id: number;
  readonly digest: string;
  /** The node that it describes first. */
  readonly owner: number;
  /** Kind of the owner, as it is shown. */
  readonly kind: string;
  /** Object id of the domain or tenant of the owner. */
  readonly environment: string | null;
  readonly counts: RecordCounts;
}

interface FoundRecord extends Omit<KnownRecord, 'kind' | 'counts'> {
  readonly kind: number;
  readonly counts: readonly number[];
}

/** A record that also added edges is written again on another day, because these edges have days of their own. */
const find = `
  SELECT r.id, replace(r.digest::text, '-', '') AS digest, r.owner, n.kind, n.environment, r.counts
  FROM collector_record r JOIN node n ON n.id = r.owner
  WHERE r.digest = ANY ($1::uuid[]) AND (r.renewable OR r.seen = $2::date)`;

/** @returns by digest, the records that may be passed over on this day */
export async function findKnownRecords(
  on: SqlRunner,
  kindNames: KindNames,
  digests: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, KnownRecord>> {
  if (digests.length === 0) return new Map();
  const rows = await on.prepared<FoundRecord>(find, [digests, day]);
  const named = rows.flatMap(({ kind, counts }) => [
    kind,
    ...counts.filter((_, place) => place % 2 === 0).map(Math.abs),
  ]);
  const nameOf = await kindNames.of(new Set(named));
  return new Map(
    rows.map((row) => [row.digest, { ...row, kind: nameOf(row.kind), counts: countsOf(row.counts, nameOf) }]),
  );
}

/** Pairs of a kind and a number. Kinds of edges are negative. */
export function storedCounts({ nodes, edges }: RecordCounts, kindOf: (name: string) => number): number[] {
  return [
    ...[...nodes].flatMap(([name, count]) => [kindOf(name), count]),
    ...[...edges].flatMap(([name, count]) => [-kindOf(name), count]),
  ];
}

function countsOf(stored: readonly number[], nameOf: (kind: number) => string): RecordCounts {
  const nodes = new Map<string, number>();
  const edges = new Map<string, number>();
  for (let place = 0; place + 1 < stored.length; place += 2) {
    const kind = stored[place] ?? 0;
    (kind < 0 ? edges : nodes).set(nameOf(Math.abs(kind)), stored[place + 1] ?? 0);
  }
  return { nodes, edges };
}

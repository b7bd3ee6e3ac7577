import { GraphNotReadyError } from '../../../base/errors.js';
import type { SqlRunner } from '../../../database/database.js';
import type { KindNames } from '../../store/kind-names.js';
import { kindsVersion } from '../../store/graph-version.js';
import { dayOfRecord, recordsWithDays } from '../../store/renewed-days.js';

/** Identifies a record when it comes again. */
export interface RecordIdentity {
  /** Name of the collector for such records. A node may have a record of each type. */
  readonly type: string;
  /** 32 hexadecimal digits, of its bytes and all that determines their conversion; null: the record is never skipped. */
  readonly digest: string | null;
  /** Whether reports count its first described node in the environment that the graph has of it. */
  readonly inEnvironment: boolean;
}

/** Whether a record is one of OpenGraph, by its type: other collectors have one list of another name. */
export function isOfOpenGraph(type: string): boolean {
  return type.startsWith('graph.');
}

/** The identity of a record that is never skipped. */
export const noIdentity: RecordIdentity = { type: '', digest: null, inEnvironment: false };

type KindCount = readonly [kind: string, count: number];

/** Numbers of described nodes and of edges of a record by kind, for reports. */
interface RecordCounts extends Pick<RecordIdentity, 'inEnvironment'> {
  readonly nodes: readonly KindCount[];
  readonly edges: readonly KindCount[];
}

/** A record that a batch skips. */
export type SkippedRecord = Pick<KnownRecord, 'id' | 'digest'>;

/** A record that may be skipped, because the graph holds its statements. */
export interface KnownRecord {
  readonly id: number;
  readonly digest: string;
  /** Object id of the domain or tenant of the node that it describes first. */
  readonly environment: string | null;
  readonly counts: RecordCounts;
}

interface FoundRecord extends Omit<KnownRecord, 'counts'> {
  /** An array of PostgreSQL. Many records have the same. */
  readonly counts: string;
  readonly kindsVersion: number;
}

/** A record that also added edges is written again on another day, because these edges have days of their own. */
const find = `
  SELECT r.id, replace(r.digest::text, '-', '') AS digest, n.environment, r.counts::text, ${kindsVersion} AS "kindsVersion"
  FROM ${recordsWithDays} JOIN node n ON n.id = r.owner
  WHERE r.digest = ANY ($1::uuid[]) AND (r.renewable OR ${dayOfRecord} = $2::date)`;

/** @returns by digest, the records that may be skipped on this day */
export async function findKnownRecords(
  on: SqlRunner,
  kindNames: KindNames,
  digests: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, KnownRecord>> {
  if (digests.length === 0) return new Map();
  const rows = await on.prepared<FoundRecord>(find, [digests, day]);
  const stored = new Map(rows.map(({ counts }) => [counts, counts.slice(1, -1).split(',').map(Number)]));
  const kinds = new Set([...stored.values()].flatMap((counts) => pairsOf(counts).map(([kind]) => kind)));
  try {
    const nameOf = await kindNames.of(kinds, rows[0]?.kindsVersion ?? 0);
    const named = new Map([...stored].map(([text, counts]) => [text, countsOf(counts, nameOf)]));
    return new Map(
      rows.map(({ id, digest, environment, counts }) => [
        digest,
        { id, digest, environment, counts: named.get(counts)! },
      ]),
    );
  } catch (error) {
    // Numbers were freed between the two statements.
    if (error instanceof GraphNotReadyError) return findKnownRecords(on, kindNames, digests, day);
    throw error;
  }
}

function countsOf(stored: readonly number[], nameOf: (kind: number) => string): RecordCounts {
  const [inEnvironment, nodeKinds] = stored;
  const counts = pairsOf(stored).map(([kind, count]) => [nameOf(kind), count] as const);
  return {
    nodes: counts.slice(0, nodeKinds),
    edges: counts.slice(nodeKinds),
    inEnvironment: inEnvironment === 1,
  };
}

function pairsOf(stored: readonly number[]): (readonly [kind: number, count: number])[] {
  const pairs: (readonly [number, number])[] = [];
  for (let at = 2; at + 1 < stored.length; at += 2) pairs.push([stored[at] ?? 0, stored[at + 1] ?? 0]);
  return pairs;
}

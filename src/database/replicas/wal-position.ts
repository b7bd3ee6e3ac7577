import type { SqlRunner } from '../database.js';

/** A place in the write-ahead log. Positions of two timelines, or of two clusters, cannot be compared. */
export interface WalPosition {
  /** Bytes since the first record of the cluster. */
  readonly bytes: number;
  readonly timeline: number;
}

/** Each commit that a statement can see is flushed before, unless synchronous_commit is off. */
const committed = `
  SELECT (wal.lsn - '0/0')::float8 AS bytes, ('x' || substr(pg_walfile_name(wal.lsn), 1, 8))::bit(32)::int AS timeline
    FROM (SELECT CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
                 ELSE pg_current_wal_flush_lsn() END AS lsn) wal`;

/** The functions of the control file take longer than the position. */
const replayed = `SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::float8 END AS bytes`;

const identity = `
  SELECT system_identifier::text AS cluster, greatest(checkpoint.timeline_id, recovery.min_recovery_end_timeline) AS timeline
    FROM pg_control_system(), pg_control_checkpoint() checkpoint, pg_control_recovery() recovery`;

interface ServerIdentity {
  /** The same in a cluster and its replicas. */
  readonly cluster: string;
  readonly timeline: number;
}

/** The position behind all that is committed on the primary. */
export async function committedPosition(on: SqlRunner): Promise<WalPosition> {
  const [row] = await on.prepared<WalPosition>(committed);
  if (!row) throw new Error('the database did not return its WAL position');
  return row;
}

/** @returns the bytes up to which a replica shows the log; null if the server is no streaming replica */
export async function replayedBytes(on: SqlRunner): Promise<number | null> {
  const [row] = await on.prepared<{ bytes: number | null }>(replayed);
  return row?.bytes ?? null;
}

export async function identityOf(on: SqlRunner): Promise<ServerIdentity> {
  const [row] = await on.prepared<ServerIdentity>(identity);
  if (!row) throw new Error('the database did not return its identity');
  return row;
}

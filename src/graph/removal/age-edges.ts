import type { SqlRunner } from '../../database/database.js';
import { EdgeFlag, statedFlags } from '../store/edge-flag.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { forgetRecords, forgetRecordsOfEdges } from '../lists/forget-records.js';
import { edgesOfLists } from '../lists/list-edges.js';
import { expandedLists } from '../lists/list-sets-sql.js';
import { isListedOn } from './unseen-edges.js';

/** The first days that still count, `2026-01-31`; null where nothing grows too old. */
export interface FirstDays {
  readonly sessions: string | null;
  readonly data: string | null;
}

const { Collected, Derived, Listed } = EdgeFlag;

/** $1 the first day of sessions, $2 that of all else. Nothing is before a day that is null. */
const isBefore = (isSession: string) => `seen_on < CASE WHEN ${isSession} THEN $1::date ELSE $2::date END`;

const isOldSingle = isBefore(`kind = ${Kind.HasSession}`);

/** Lists of sessions are in sets of their own. */
const isOldSet = isBefore(`lists IN (SELECT id FROM list_set WHERE ${Kind.HasSession} = ANY (incoming || outgoing))`);

export const anyOldEdge = `
  SELECT EXISTS (SELECT FROM edge_seen WHERE ${isOldSingle}) OR EXISTS (SELECT FROM collected WHERE ${isOldSet}) AS any`;

const openAged = `
  CREATE TEMP TABLE aged_single (source bigint, kind smallint, target bigint) ON COMMIT DROP;
  CREATE TEMP TABLE aged_set (node_id bigint, lists int, digest uuid) ON COMMIT DROP`;

const ageSingles = `
  WITH aged AS (DELETE FROM edge_seen WHERE ${isOldSingle} RETURNING source, kind, target) INSERT INTO aged_single SELECT * FROM aged`;

const ageSets = `
  WITH aged AS (DELETE FROM collected WHERE ${isOldSet} RETURNING node_id, lists, digest) INSERT INTO aged_set SELECT * FROM aged`;

/** The edges that somebody no longer vouches for, with the bits that are left. An edge may be in one more list, which is not old. */
const agedEdges = `
  CREATE TEMP TABLE aged_edge ON COMMIT DROP AS
  SELECT e.source, e.kind, e.target, (e.flags & ~bit_or(a.lost))::smallint AS flags
  FROM (
      SELECT source, kind, target, ${Collected} AS lost FROM aged_single
      UNION ALL
      SELECT l.source, l.kind, l.target, ${Listed} FROM (${edgesOfLists(expandedLists('aged_set'))}) l
      WHERE l.flags & ${Listed} <> 0 AND NOT ${isListedOn('l', 'true')}) a
    JOIN edge e ON (e.source, e.kind, e.target) = (a.source, a.kind, a.target)
  GROUP BY e.source, e.kind, e.target, e.flags`;

const anyVouches = `flags & ${statedFlags | Derived} <> 0`;

const unmark = `
  UPDATE edge e SET flags = a.flags FROM aged_edge a
  WHERE a.${anyVouches} AND (e.source, e.kind, e.target) = (a.source, a.kind, a.target)`;

const gather = `INSERT INTO gone_edge SELECT source, kind, target FROM aged_edge WHERE NOT (${anyVouches})`;

/**
 * Forgets the statements and the lists that are too old, and adds to `gone_edge` the edges that nobody vouches for any more. Under the
 * write lock and after `openGone`.
 */
export async function ageEdges(tx: SqlRunner, { sessions, data }: FirstDays): Promise<void> {
  await tx.query(openAged);
  for (const statement of [ageSingles, ageSets]) await tx.query(statement, [sessions, data]);
  await tx.query('ANALYZE aged_single; ANALYZE aged_set');
  await tx.query(agedEdges);
  await forgetRecords(tx, 'SELECT digest FROM aged_set');
  await forgetRecordsOfEdges(tx, 'SELECT e.* FROM edge e JOIN aged_edge a USING (source, kind, target)');
  for (const statement of [unmark, gather]) await tx.query(statement);
}

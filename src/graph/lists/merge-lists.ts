import type { SqlRunner } from '../../database/database.js';
import { EdgeFlag } from '../edge-flag.js';
import { loggedKinds } from '../loader/delta.js';
import { insertMany } from '../loader/insert-many.js';
import { edgesOfLists } from './list-edges.js';

const { Collected, Derived, Listed } = EdgeFlag;

const statedLists = `
  CREATE TEMP TABLE load_list ON COMMIT DROP AS
  SELECT l.*, c.seen_on
  FROM (
      SELECT n.id AS node_id, l.outgoing, coalesce(k.kinds[1], 0)::smallint AS kind, min(l.no) AS no
      FROM stage_list l JOIN stage_owner o ON o.no = l.owner JOIN node n ON n.objectid = o.objectid
        LEFT JOIN stage_kinds k ON k.list = l.kind_list
      GROUP BY 1, 2, 3) l
    LEFT JOIN collected c ON (c.node_id, c.outgoing, c.kind) = (l.node_id, l.outgoing, l.kind)`;

/**
 * Makes the table `load_list (node_id, outgoing, kind, no, seen_on)` of the lists that the payload gives whole, each once, with the day
 * on which it last held an edge.
 */
export async function identifyLists(tx: SqlRunner): Promise<void> {
  await tx.query(statedLists);
  await tx.query('ANALYZE load_list');
}

const withdrawn = `
  CREATE TEMP TABLE withdrawn_edge ON COMMIT DROP AS
  SELECT DISTINCT e.source, e.kind, e.target, (e.flags & ~${Listed})::smallint AS flags
  FROM (${edgesOfLists('load_list')}) e
  WHERE e.flags & ${Listed} <> 0
    AND NOT EXISTS (SELECT FROM merged_edge m WHERE (m.source, m.kind, m.target) = (e.source, e.kind, e.target))`;

const isGone = `w.flags & ${Collected | Derived} = 0`;
const same = (alias: string) => `(${alias}.source, ${alias}.kind, ${alias}.target) = (w.source, w.kind, w.target)`;

const removals = [
  `UPDATE edge e SET flags = w.flags FROM withdrawn_edge w WHERE NOT ${isGone} AND ${same('e')}`,
  `DELETE FROM edge_props p USING withdrawn_edge w WHERE ${isGone} AND ${same('p')}`,
  `DELETE FROM edge e USING withdrawn_edge w WHERE ${isGone} AND ${same('e')}`,
  `INSERT INTO delta_edge SELECT -1, w.source, w.target, w.kind FROM withdrawn_edge w
   WHERE ${isGone} AND w.kind IN (${loggedKinds.join(', ')})`,
];

const countWithdrawn = `
  SELECT (count(*) FILTER (WHERE ${isGone}))::int AS removed, (count(*) FILTER (WHERE NOT ${isGone}))::int AS changed
  FROM withdrawn_edge w`;

export interface Withdrawn {
  readonly removed: number;
  /** Edges that somebody else vouches for. */
  readonly changed: number;
}

/** Removes the edges that lists of the payload no longer hold: those of `load_list` that are not in `merged_edge`. */
export async function withdrawUnlisted(tx: SqlRunner): Promise<Withdrawn> {
  await tx.query(withdrawn);
  const [counted = { removed: 0, changed: 0 }] = await tx.query<Withdrawn>(countWithdrawn);
  if (counted.removed + counted.changed > 0) {
    await tx.query('ANALYZE withdrawn_edge');
    for (const statement of removals) await tx.query(statement);
  }
  return counted;
}

const isSingle = 'coalesce(m.incoming, m.outgoing) IS NULL';

const stampNewEdges = `
  INSERT INTO edge_seen (source, kind, target, seen_on)
  SELECT m.source, m.kind, m.target, $1::date FROM merged_edge m
  WHERE ${isSingle} AND coalesce(m.old, 0) & ${Collected} = 0
  ORDER BY m.source, m.kind, m.target
  ON CONFLICT (source, kind, target) DO UPDATE SET seen_on = excluded.seen_on`;

const stampKnownEdges = `
  UPDATE edge_seen k SET seen_on = $1::date FROM merged_edge m
  WHERE ${isSingle} AND m.old & ${Collected} <> 0 AND k.seen_on < $1::date
    AND (k.source, k.kind, k.target) = (m.source, m.kind, m.target)`;

const stampTable = `
  CREATE TEMP TABLE list_stamp (node_id bigint, outgoing boolean, kind smallint, is_held boolean, seen_on date) ON COMMIT DROP`;

/** The lists whose row in `collected` is to be made, renewed, or removed since no edge is left. */
const findStamps = `
  INSERT INTO list_stamp
  WITH held AS (
    SELECT incoming AS no FROM merged_edge WHERE incoming IS NOT NULL
    UNION SELECT outgoing FROM merged_edge WHERE outgoing IS NOT NULL)
  SELECT l.node_id, l.outgoing, l.kind, h.no IS NOT NULL, l.seen_on
  FROM load_list l LEFT JOIN held h USING (no)
  WHERE CASE WHEN h.no IS NULL THEN l.seen_on IS NOT NULL ELSE coalesce(l.seen_on < $1::date, true) END`;

const sameList = '(c.node_id, c.outgoing, c.kind) = (s.node_id, s.outgoing, s.kind)';

const forgetEmptyLists = `DELETE FROM collected c USING list_stamp s WHERE NOT s.is_held AND ${sameList}`;

const stampKnownLists = `
  UPDATE collected c SET seen_on = $1::date FROM list_stamp s WHERE s.is_held AND s.seen_on IS NOT NULL AND ${sameList}`;

const countNewLists = 'SELECT count(*)::int AS created FROM list_stamp WHERE is_held AND seen_on IS NULL';

const stampNewLists = `
  INSERT INTO collected (node_id, outgoing, kind, seen_on)
  SELECT node_id, outgoing, kind, $1::date FROM list_stamp WHERE is_held AND seen_on IS NULL
  ORDER BY node_id, outgoing, kind`;

/** Notes when edges that are in no whole list were stated, and when the whole lists that hold edges were given. */
export async function stampDays(tx: SqlRunner, seenOn: string): Promise<void> {
  for (const statement of [stampNewEdges, stampKnownEdges]) await tx.query(statement, [seenOn]);
  await tx.query(stampTable);
  await tx.query(findStamps, [seenOn]);
  await tx.query('ANALYZE list_stamp');
  await tx.query(forgetEmptyLists);
  await tx.query(stampKnownLists, [seenOn]);
  const [{ created } = { created: 0 }] = await tx.query<{ created: number }>(countNewLists);
  await insertMany(tx, 'collected', created, () => tx.query(stampNewLists, [seenOn]));
}

import type { SqlScript } from '../../database/sql-script.js';
import { insertMany } from '../loader/insert-many.js';
import { forgetting } from './forget-records.js';

/** SQL: whether an edge of `merged_edge m` is in no list that the payload gives. */
export const isSingle = 'NOT (m.in_given OR m.out_given)';

const isSame = '(x.source, x.kind, x.target) = (m.source, m.kind, m.target)';

const stampNewEdges = `
  INSERT INTO edge_seen (source, kind, target, seen_on)
  SELECT m.source, m.kind, m.target, $1::date FROM merged_edge m
  WHERE ${isSingle} AND NOT EXISTS (SELECT FROM edge_seen x WHERE ${isSame})
  ORDER BY m.source, m.kind, m.target`;

const stampKnownEdges = `
  UPDATE edge_seen x SET seen_on = $1::date FROM merged_edge m WHERE ${isSingle} AND x.seen_on < $1::date AND ${isSame}`;

const singleRecordTable = 'CREATE TEMP TABLE single_record (record int) ON COMMIT DROP';

const findSingleRecords = `
  INSERT INTO single_record SELECT DISTINCT unnest(ARRAY[m.first, m.last]) FROM merged_edge m WHERE ${isSingle}`;

const findStamps = `
  CREATE TEMP TABLE owner_stamp ON COMMIT DROP AS
  SELECT o.node_id, o.lists, o.is_renewable, o.is_known, o.is_older, o.old_digest, o.digest, o.is_described
  FROM (
    SELECT o.node_id, o.lists, o.digest, o.is_described, c.seen_on, c.digest AS old_digest, c.is_renewable AS was_renewable,
      c.node_id IS NOT NULL AS is_known, coalesce(c.seen_on > $1::date, false) AS is_older,
      o.record IS NULL OR NOT EXISTS (SELECT FROM single_record s WHERE s.record = o.record) AS is_renewable
    FROM load_owner o LEFT JOIN collected c ON NOT o.is_new AND (c.node_id, c.lists) = (o.node_id, o.lists)) o
  WHERE o.seen_on IS NULL OR o.seen_on < $1::date OR o.is_older
    OR (o.old_digest, o.was_renewable) IS DISTINCT FROM (o.digest, o.is_renewable)`;

/** Of a record of an earlier day than what is known since, the days of single edges are not those of the row. */
const disownOlder = `
  UPDATE owner_stamp SET digest = NULL WHERE digest IN (SELECT digest FROM owner_stamp WHERE is_older)`;

/** Of a record that is in several rows, one row fewer would no longer tell what changes there. */
const overwritten = `
  SELECT old_digest FROM owner_stamp WHERE old_digest IS NOT NULL AND old_digest IS DISTINCT FROM digest`;

const stampKnownOwners = `
  UPDATE collected c SET seen_on = greatest(c.seen_on, $1::date), digest = s.digest, is_renewable = s.is_renewable,
    is_described = s.is_described
  FROM owner_stamp s WHERE s.is_known AND (c.node_id, c.lists) = (s.node_id, s.lists)`;

const countNewOwners = 'SELECT count(*)::int AS created FROM owner_stamp WHERE NOT is_known';

const stampNewOwners = `
  INSERT INTO collected (node_id, lists, seen_on, is_renewable, is_described, digest)
  SELECT node_id, lists, $1::date, is_renewable, is_described, digest FROM owner_stamp WHERE NOT is_known
  ORDER BY node_id, lists`;

/** How many edges the payload states that are in no whole list, and how many of them are new. */
export interface SingleEdges {
  readonly single: number;
  readonly newSingle: number;
}

/**
 * Notes when edges that are in no whole list were stated, and when records gave whole lists, where either was noted before. The rest is
 * left to {@link stampNew}.
 */
export async function stampDays(script: SqlScript, day: string, { single }: SingleEdges): Promise<void> {
  script.add(singleRecordTable);
  if (single > 0) {
    script.add(stampKnownEdges, [day]);
    script.add(findSingleRecords);
    script.add('ANALYZE single_record');
  }
  script.add(findStamps, [day]);
  script.add('ANALYZE owner_stamp (node_id, lists)');
  script.add(disownOlder);
  script.add(forgetting(overwritten));
  script.add(stampKnownOwners, [day]);
}

/** Who looks up which records are known, or when edges were stated, may have to wait from here until the transaction ends. */
export async function stampNew(script: SqlScript, day: string, { single, newSingle }: SingleEdges): Promise<void> {
  if (single > 0) await insertMany(script, 'edge_seen', newSingle, stampNewEdges, [day]);
  const [{ created } = { created: 0 }] = await script.query<{ created: number }>(countNewOwners);
  await insertMany(script, 'collected', created, stampNewOwners, [day]);
}

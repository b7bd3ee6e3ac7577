import type { SqlRunner } from '../../database/database.js';
import { PropertyFlag } from '../store/edge-flag.js';

/** So many edges may wait: what is stated beyond that is left out for good. */
export const mostPending = 100_000;

const kindNames = (list: string) =>
  `(SELECT coalesce(jsonb_agg(n.name ORDER BY n.place), '[]') FROM stage_kind_name n WHERE n.list = ${list})`;

/** An end as `Endpoint` writes it. */
function endpoint(end: 'source' | 'target'): string {
  return `CASE WHEN ${end}_end.match IS NULL
    THEN jsonb_build_object('objectid', ${end}_end.objectid, 'kinds', ${kindNames(`${end}_end.list`)})
    ELSE jsonb_strip_nulls(jsonb_build_object('match', ${end}_sought.pairs, 'kind', ${end}_sought.kind)) END`;
}

const saidFlags = Object.entries(PropertyFlag).map(
  ([name, bit]) =>
    `CASE WHEN e.said & ${bit} <> 0 THEN jsonb_build_object('${name}', e.flags & ${bit} <> 0) ELSE '{}' END`,
);

/** The edges of the payload with an end that is looked up and that no other node stands in for where it is not found. */
const lookUps = `
  CREATE TEMP TABLE looked_up ON COMMIT DROP AS
  SELECT md5(jsonb_build_array(source, kind, target)::text)::uuid AS id, l.*
  FROM (
    SELECT e.seq, ${endpoint('source')} AS source, ${endpoint('target')} AS target,
      (SELECT n.name FROM stage_kind_name n WHERE n.list = e.kind_list) AS kind,
      coalesce(e.props, '{}') || ${saidFlags.join(' || ')} AS properties,
      source_end.objectid IS NOT NULL AND target_end.objectid IS NOT NULL AS is_found,
      coalesce(source_found.found, 0) < 2 AND coalesce(target_found.found, 0) < 2 AS may_wait
    FROM stage_edge e
      JOIN stage_end source_end ON source_end.no = e.source
      LEFT JOIN stage_match source_sought ON source_sought.no = source_end.match
      LEFT JOIN found_match source_found ON source_found.no = source_end.match
      JOIN stage_end target_end ON target_end.no = e.target
      LEFT JOIN stage_match target_sought ON target_sought.no = target_end.match
      LEFT JOIN found_match target_found ON target_found.no = target_end.match
    WHERE (source_sought.no IS NOT NULL AND source_sought.otherwise IS NULL)
      OR (target_sought.no IS NOT NULL AND target_sought.otherwise IS NULL)) l`;

const dropFound = 'DELETE FROM pending_edge p USING looked_up l WHERE p.id = l.id AND l.is_found';

const missing = `
  CREATE TEMP TABLE missing_edge ON COMMIT DROP AS
  SELECT id, (array_agg(source))[1] AS source, (array_agg(kind))[1] AS kind, (array_agg(target))[1] AS target,
    merge_props(properties ORDER BY seq) AS properties
  FROM looked_up WHERE may_wait AND NOT is_found GROUP BY id`;

const renew = `
  UPDATE pending_edge p SET properties = p.properties || m.properties, seen_on = greatest(p.seen_on, $1::date)
  FROM missing_edge m
  WHERE p.id = m.id AND (p.seen_on < $1::date OR p.properties || m.properties <> p.properties)`;

const keepNew = `
  INSERT INTO pending_edge (id, source, kind, target, properties, seen_on)
  SELECT id, source, kind, target, properties, $1::date FROM missing_edge m
  WHERE NOT EXISTS (SELECT FROM pending_edge p WHERE p.id = m.id)
  ORDER BY id LIMIT greatest(0, ${mostPending} - (SELECT count(*) FROM pending_edge))`;

/**
 * Of the edges of a payload that look an end up: keeps those that found none, and forgets those that did. In the transaction of the
 * load, when its ends are settled; leaves the table `looked_up`.
 * @param seenOn the day on which they were stated
 */
export async function keepPending(tx: SqlRunner, seenOn: string): Promise<void> {
  await tx.query(lookUps);
  await tx.query(dropFound);
  await tx.query(missing);
  await tx.query(renew, [seenOn]);
  await tx.query(keepNew, [seenOn]);
}

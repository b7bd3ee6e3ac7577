import type { SqlRunner } from '../../database/database.js';
import { keepPending } from '../pending/keep-pending.js';
import type { UnresolvedEdge } from '../records.js';

/** How many faults of a payload are told one by one. */
const mostReported = 1000;

/** One pass over the nodes for all keys that the payload looks for; the first pair of each match finds, the others filter. */
const find = `
  CREATE TEMP TABLE found_match ON COMMIT DROP AS
  WITH wanted AS (
    SELECT m.no, m.pairs, m.pairs -> 0 ->> 'key' AS key, m.pairs -> 0 -> 'value' AS value,
      m.kind IS NULL AS any_kind, k.id AS kind
    FROM stage_match m LEFT JOIN kind k ON k.name = m.kind),
  hit AS (
    SELECT w.no, n.objectid
    FROM (SELECT DISTINCT key FROM wanted) keys
      CROSS JOIN node n
      JOIN wanted w ON w.key = keys.key
        AND w.value = CASE keys.key WHEN 'objectid' THEN to_jsonb(n.objectid) ELSE n.props -> keys.key END
    WHERE (w.any_kind OR w.kind = ANY (n.kinds)) AND NOT EXISTS (
      SELECT FROM jsonb_array_elements(w.pairs - 0) p
      WHERE p -> 'value' IS DISTINCT FROM
        CASE p ->> 'key' WHEN 'objectid' THEN to_jsonb(n.objectid) ELSE n.props -> (p ->> 'key') END))
  SELECT m.no, coalesce(h.found, 0) AS found,
    CASE WHEN h.found = 1 THEN h.objectid WHEN h.found IS NULL THEN m.otherwise END AS objectid,
    CASE WHEN h.found IS NULL THEN m.otherwise_list END AS list
  FROM stage_match m
    LEFT JOIN (SELECT no, count(*) AS found, min(objectid) AS objectid FROM hit GROUP BY no) h USING (no)`;

function settle(end: 'source' | 'target'): string {
  return `UPDATE stage_edge e SET ${end} = f.objectid, ${end}_list = f.list FROM found_match f WHERE f.no = e.${end}_match`;
}

const report = `
  SELECT e.record, end_name || CASE f.found WHEN 0 THEN ': no node has ' ELSE ': ' || f.found || ' nodes have ' END
    || (SELECT string_agg((p ->> 'key') || ' = ' || left((p -> 'value')::text, 200), ' and ' ORDER BY o)
        FROM jsonb_array_elements(m.pairs) WITH ORDINALITY AS x(p, o))
    || coalesce(' and kind ' || m.kind, '')
    || CASE WHEN l.may_wait AND EXISTS (SELECT FROM pending_edge p WHERE p.id = l.id)
      THEN '; it is tried again when further data has come' ELSE '' END AS reason
  FROM stage_edge e CROSS JOIN LATERAL (
      SELECT 'source' AS end_name, e.source_match AS no WHERE e.source IS NULL
      UNION ALL SELECT 'target', e.target_match WHERE e.source IS NOT NULL AND e.target IS NULL) missing
    JOIN found_match f ON f.no = missing.no JOIN stage_match m ON m.no = missing.no
    LEFT JOIN looked_up l ON l.seq = e.seq
  ORDER BY e.seq LIMIT ${mostReported}`;

/** Makes the table `found_match` of what fits each row of `stage_match`. */
export async function findMatches(tx: SqlRunner): Promise<void> {
  await tx.query(find);
  await tx.query('ANALYZE found_match');
}

/**
 * Replaces the ends that are described rather than named by the one node each that fits. Tells the edges it found none, or several,
 * for; those that it found none for are tried again.
 */
export async function resolveMatches(
  tx: SqlRunner,
  seenOn: string,
): Promise<{ readonly unresolved: readonly UnresolvedEdge[]; readonly unresolvedCount: number }> {
  await findMatches(tx);
  await tx.query(settle('source'));
  await tx.query(settle('target'));
  await keepPending(tx, seenOn);
  const counted = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM stage_edge WHERE source IS NULL OR target IS NULL',
  );
  const unresolvedCount = counted[0]?.count ?? 0;
  return { unresolved: unresolvedCount ? await tx.query<UnresolvedEdge>(report) : [], unresolvedCount };
}

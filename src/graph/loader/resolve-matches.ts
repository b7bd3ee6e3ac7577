import type { SqlRunner } from '../../database/database.js';
import { keepPending } from '../pending/keep-pending.js';
import type { UnresolvedEdge } from '../records.js';
import { nodesWithNew } from './new-nodes.js';

/** How many faults of a payload are told one by one. */
const mostReported = 1000;

/** One pass over the nodes for all keys that the payload looks for; the first pair of each match finds, the others filter. */
const find = (nodes: string) => `
  CREATE TEMP TABLE found_match ON COMMIT DROP AS
  WITH wanted AS (
    SELECT m.no, m.pairs, m.pairs -> 0 ->> 'key' AS key, m.pairs -> 0 -> 'value' AS value,
      m.kind IS NULL AS any_kind, k.id AS kind
    FROM stage_match m LEFT JOIN kind k ON k.name = m.kind),
  hit AS (
    SELECT w.no, n.objectid
    FROM (SELECT DISTINCT key FROM wanted) keys
      CROSS JOIN ${nodes} n
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

const settle = 'UPDATE stage_end x SET objectid = f.objectid, list = f.list FROM found_match f WHERE f.no = x.match';

const edgesWithEnds = 'stage_edge e JOIN stage_end s ON s.no = e.source JOIN stage_end t ON t.no = e.target';

const report = `
  SELECT e.record, end_name || CASE f.found WHEN 0 THEN ': no node has ' ELSE ': ' || f.found || ' nodes have ' END
    || (SELECT string_agg((p ->> 'key') || ' = ' || left((p -> 'value')::text, 200), ' and ' ORDER BY o)
        FROM jsonb_array_elements(m.pairs) WITH ORDINALITY AS x(p, o))
    || coalesce(' and kind ' || m.kind, '')
    || CASE WHEN l.may_wait AND EXISTS (SELECT FROM pending_edge p WHERE p.id = l.id)
      THEN '; it is tried again when further data has come' ELSE '' END AS reason
  FROM ${edgesWithEnds} CROSS JOIN LATERAL (
      SELECT 'source' AS end_name, s.match AS no WHERE s.objectid IS NULL
      UNION ALL SELECT 'target', t.match WHERE s.objectid IS NOT NULL AND t.objectid IS NULL) missing
    JOIN found_match f ON f.no = missing.no JOIN stage_match m ON m.no = missing.no
    LEFT JOIN looked_up l ON l.seq = e.seq
  ORDER BY e.seq LIMIT ${mostReported}`;

/** What is only an end of edges that are left out is no longer mentioned. */
const leaveOut = [
  `DELETE FROM stage_edge USING stage_end x WHERE x.objectid IS NULL AND x.no = source`,
  `DELETE FROM stage_edge USING stage_end x WHERE x.objectid IS NULL AND x.no = target`,
  `DELETE FROM stage_end x WHERE NOT EXISTS (SELECT FROM stage_edge WHERE source = x.no)
     AND NOT EXISTS (SELECT FROM stage_edge WHERE target = x.no)`,
];

/**
 * Makes the table `found_match` of what fits each row of `stage_match`.
 * @param nodes SQL: the nodes `(objectid, kinds, props)` among which to look
 */
export async function findMatches(tx: SqlRunner, nodes = 'node'): Promise<void> {
  await tx.query(find(nodes));
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
  await findMatches(tx, nodesWithNew);
  await tx.query(settle);
  await keepPending(tx, seenOn);
  const counted = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${edgesWithEnds} WHERE s.objectid IS NULL OR t.objectid IS NULL`,
  );
  const unresolvedCount = counted[0]?.count ?? 0;
  const unresolved = unresolvedCount ? await tx.query<UnresolvedEdge>(report) : [];
  if (unresolvedCount) for (const statement of leaveOut) await tx.query(statement);
  return { unresolved, unresolvedCount };
}

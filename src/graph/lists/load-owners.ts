import type { SqlScript } from '../../database/sql-script.js';
import { hasRows } from '../has-rows.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { missingSets } from './list-sets-sql.js';

/** SQL: those that were there before the payload. What is new has had no edges and no lists. */
export const knownOwners = '(SELECT node_id, lists FROM load_owner WHERE NOT is_new)';

/**
 * Which record gives which lists of a node. A list is in one row of its node at most. What a record says beside of a node that another
 * describes counts as nothing (`is_described`): it would change nothing, whatever becomes of the node.
 */
const owners = (nodeId: string, nodes: string) => `
  CREATE TEMP TABLE load_owner ON COMMIT DROP AS
  SELECT ${nodeId} AS node_id, coalesce(l.is_new, false) AS is_new, s.id AS lists, s.incoming, s.outgoing, o.record, o.digest,
    o.is_described OR o.is_mentioned AND NOT coalesce(l.described, false) AS is_described
  FROM stage_owner o JOIN load_set s ON s.no = o.lists ${nodes}`;

const statedOwners = owners('l.id', 'JOIN load_node l ON l.objectid = o.objectid');

const anyOwners = owners(
  'coalesce(l.id, n.id)',
  `LEFT JOIN load_node l ON l.objectid = o.objectid
    LEFT JOIN node n ON n.objectid = CASE WHEN l.id IS NULL THEN o.objectid END
  WHERE coalesce(l.id, n.id) IS NOT NULL`,
);

/** Nodes of which two records give the same list (`is_list`), or of which two say something and give no list. */
const contested = `
  CREATE TEMP TABLE contested ON COMMIT DROP AS
  SELECT node_id, bool_or(is_list) AS is_list FROM (
    SELECT o.node_id, l.outgoing IS NOT NULL AS is_list
    FROM load_owner o JOIN (SELECT node_id FROM load_owner GROUP BY node_id HAVING count(*) > 1) m USING (node_id)
      CROSS JOIN LATERAL (
        SELECT false, unnest(o.incoming)::int UNION ALL SELECT true, unnest(o.outgoing)::int
        UNION ALL SELECT NULL, o.lists) l(outgoing, kind)
    GROUP BY o.node_id, l.outgoing, l.kind HAVING count(*) > 1) c
  GROUP BY node_id`;

/** Which rows become one: where no list is contested, those with lists stay those of their records. */
const isContested = `EXISTS (
  SELECT FROM contested c WHERE c.node_id = o.node_id AND (c.is_list OR o.incoming || o.outgoing = '{}'))`;

const isOfSessions = `${Kind.HasSession} = ANY (o.incoming || o.outgoing)`;
const together = (column: string) => `coalesce((SELECT array_agg(k ORDER BY k) FROM (
    SELECT DISTINCT unnest(x.${column}) AS k FROM load_owner x
    WHERE x.node_id = o.node_id AND (${Kind.HasSession} = ANY (x.incoming || x.outgoing)) = (${isOfSessions})) d), '{}')`;

const unite = `
  CREATE TEMP TABLE united_owner ON COMMIT DROP AS
  SELECT DISTINCT o.node_id, o.is_new, CASE WHEN c.is_list THEN ${together('incoming')} ELSE '{}' END AS incoming,
    CASE WHEN c.is_list THEN ${together('outgoing')} ELSE '{}' END AS outgoing
  FROM load_owner o JOIN contested c USING (node_id)`;

const replace = [
  `UPDATE load_owner SET digest = NULL
   WHERE digest IN (SELECT o.digest FROM load_owner o WHERE ${isContested})`,
  `DELETE FROM load_owner o WHERE ${isContested}`,
  `INSERT INTO load_owner (node_id, is_new, lists, incoming, outgoing, is_described)
   SELECT u.node_id, u.is_new, s.id, s.incoming, s.outgoing, true FROM united_owner u JOIN list_set s USING (incoming, outgoing)`,
];

/**
 * Makes the table `load_owner (node_id, is_new, lists, incoming, outgoing, record, digest, is_described)` of what the records of the payload give of nodes.
 * What several give of the same is one row of no record in particular, and they are not known again.
 * @param areStated whether the payload states each such node itself
 * @returns whether several give anything of the same
 */
export async function identifyOwners(script: SqlScript, areStated: boolean): Promise<boolean> {
  script.add(areStated ? statedOwners : anyOwners);
  script.add('ANALYZE load_owner (node_id, lists, record, digest)');
  script.add(contested);
  if (!(await hasRows(script, 'contested'))) return false;
  script.add(unite);
  script.add(missingSets('united_owner'));
  for (const statement of replace) script.add(statement);
  return true;
}

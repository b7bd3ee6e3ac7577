import type { SqlScript } from '../../database/sql-script.js';
import { hasRows } from '../has-rows.js';
import { kindsOfLists } from './kinds-of-lists.js';
import { nextNodeId } from './new-nodes.js';
import { writeDifferences } from './node-differences.js';

/**
 * Of most ends all is known: the payload states the node with these kinds, or the node is there, has the kinds and was seen today. What
 * the payload states is not looked up again.
 */
const identifyEnds = `
  CREATE TEMP TABLE load_end ON COMMIT DROP AS
  SELECT x.no, coalesce(l.id, n.id) AS id, CASE
      WHEN l.id IS NOT NULL THEN x.list <> l.list AND NOT l.kinds @> k.kinds
      ELSE n.id IS NULL OR n.last_seen < $1::date OR NOT n.kinds @> coalesce(k.kinds, '{}') END AS tells_more
  FROM stage_end x LEFT JOIN stage_kinds k ON k.list = x.list LEFT JOIN load_node l ON l.objectid = x.objectid
    LEFT JOIN node n ON n.objectid = CASE WHEN l.id IS NULL THEN x.objectid END`;

/** One row for each node of which an end tells more; `id` is null where it is new by that. The kinds that were named first lead. */
const mentionedNodes = `
  CREATE TEMP TABLE mentioned_node ON COMMIT DROP AS
  WITH mentioned AS (
    SELECT objectid, id, coalesce(array_agg(list ORDER BY no) FILTER (WHERE list IS NOT NULL), '{}') AS lists
    FROM (
      SELECT x.objectid, e.id, x.list, min(x.no) AS no
      FROM stage_end x JOIN load_end e USING (no) WHERE e.tells_more GROUP BY x.objectid, e.id, x.list) m
    GROUP BY objectid, id),
  united AS MATERIALIZED (${kindsOfLists('SELECT DISTINCT lists FROM mentioned')})
  SELECT m.objectid, m.id, u.kind, u.kinds FROM mentioned m JOIN united u USING (lists)`;

const addPlaceholders = `
  INSERT INTO load_node (id, is_new, objectid, described, kind, kinds)
  SELECT ${nextNodeId}, true, objectid, false, kind, kinds
  FROM (SELECT objectid, kind, kinds FROM mentioned_node WHERE id IS NULL ORDER BY objectid) m`;

const identifyNewEnds = `
  UPDATE load_end e SET id = l.id
  FROM stage_end x JOIN load_node l ON l.objectid = x.objectid
  WHERE e.id IS NULL AND x.no = e.no`;

const differences = (nodes: string, isNew: boolean, props: string) => `
  INSERT INTO node_difference (id, is_new, old_kind, old_name, objectid, described, props, first_kinds, other_kinds)
  SELECT n.id, ${isNew}, n.kind, ${isNew ? 'NULL' : 'n.name'}, n.objectid, n.described, ${props}, n.kinds, m.kinds
  FROM mentioned_node m JOIN ${nodes} n ON n.id = m.id WHERE NOT n.kinds @> m.kinds`;

const findDifferences = [
  differences('node', false, 'n.props'),
  `${differences('load_node', true, 'NULL')} AND n.is_new`,
];

const renewDays = `
  UPDATE node n SET last_seen = $1::date FROM mentioned_node m WHERE n.id = m.id AND n.last_seen < $1::date`;

const summary = `
  SELECT EXISTS (SELECT FROM node_difference) AS differ, EXISTS (SELECT FROM mentioned_node WHERE id IS NULL) AS are_new`;

/**
 * Makes a placeholder, in `load_node`, of each node that only edges name, and the table `load_end (no, id, tells_more)`. Edges whose
 * ends could not be found mention nothing. After the stated nodes.
 */
export async function mergeMentionedNodes(script: SqlScript, seenOn: string): Promise<void> {
  script.add(identifyEnds, [seenOn]);
  script.add('ANALYZE load_end');
  if (!(await hasRows(script, 'load_end WHERE tells_more'))) return;
  script.add(mentionedNodes);
  script.add('ANALYZE mentioned_node (id)');
  for (const statement of findDifferences) script.add(statement);
  const [found] = await script.query<{ differ: boolean; are_new: boolean }>(summary);
  if (found?.differ) writeDifferences(script, seenOn);
  script.add(renewDays, [seenOn]);
  if (!found?.are_new) return;
  script.add(addPlaceholders);
  script.add(identifyNewEnds);
}

import type { SqlScript } from '../../database/sql-script.js';
import { differenceTable, writeDifferences } from './node-differences.js';
import { nextNodeId } from './new-nodes.js';
import type { Staged } from './staging.js';
import { uniteNodes } from './unite-nodes.js';

/** What a node `n` and what the payload states of it, `s`, make together. */
const mergedProps = `
  CASE WHEN s.props IN ('{}', n.props) THEN n.props
    WHEN n.described AND NOT s.described THEN s.props || n.props
    ELSE n.props || s.props END`;

/** New nodes get their ids here, in the order in which they are stated, and are written in the end (new-nodes.ts). */
const statedNodes = `
  CREATE TEMP TABLE load_node ON COMMIT DROP AS
  SELECT coalesce(id, ${nextNodeId}) AS id, id IS NULL AS is_new, objectid, seq, described, list, kind, kinds, differs, is_older
  FROM (
    SELECT n.id, s.objectid, s.seq, s.described OR coalesce(n.described, false) AS described, k.list, k.kind, k.kinds,
      n.last_seen < $1::date AS is_older,
      n.id IS NOT NULL AND (s.described AND NOT n.described OR NOT n.kinds @> k.kinds OR ${mergedProps} <> n.props) AS differs
    FROM stage_node s JOIN load_kinds k ON k.list = s.kind_list LEFT JOIN node n ON n.objectid = s.objectid
    ORDER BY s.seq) s`;

const summary = `
  SELECT coalesce(bool_or(differs), false) AS differ, coalesce(bool_or(is_older AND NOT differs), false) AS are_older FROM load_node`;

/** The kinds of a first description lead. */
const findDifferences = `
  INSERT INTO node_difference (id, is_new, old_kind, old_name, objectid, described, props, first_kinds, other_kinds)
  SELECT n.id, false, n.kind, n.name, n.objectid, n.described OR s.described, ${mergedProps},
    CASE WHEN s.described AND NOT n.described THEN l.kinds ELSE n.kinds END,
    CASE WHEN s.described AND NOT n.described THEN n.kinds ELSE l.kinds END
  FROM load_node l JOIN stage_node s ON s.seq = l.seq JOIN node n ON n.id = l.id
  WHERE l.differs`;

const renewDays = `
  UPDATE node n SET last_seen = $1::date FROM load_node l WHERE l.is_older AND NOT l.differs AND n.id = l.id`;

/**
 * Writes what the payload states of nodes that are there. Makes the table `load_node (id, is_new, objectid, seq, described, list, kind, kinds)`
 * of all nodes that it states: `seq` is their row of `stage_node`, `described` says whether anybody describes them, now or before, `kinds`
 * are those that the payload gives them, `list` is their number.
 */
export async function mergeStatedNodes(script: SqlScript, { anyRepeatedNode }: Staged, seenOn: string): Promise<void> {
  uniteNodes(script, anyRepeatedNode);
  script.add(statedNodes, [seenOn]);
  script.add('ANALYZE load_node (id, is_new, objectid, seq, differs, is_older)');
  script.add(differenceTable);
  const [found] = await script.query<{ differ: boolean; are_older: boolean }>(summary);
  if (found?.differ) {
    script.add(findDifferences);
    writeDifferences(script, seenOn);
  }
  if (found?.are_older) script.add(renewDays, [seenOn]);
}

import type { SqlScript } from '../../database/sql-script.js';
import { hasRows } from '../has-rows.js';
import { kindsOfLists } from './kinds-of-lists.js';

const repeatedNodes = `
  CREATE TEMP TABLE repeated_node ON COMMIT DROP AS
  SELECT objectid FROM stage_node GROUP BY objectid HAVING count(*) > 1`;

/**
 * Descriptions before mentions, and of either the newest. `is_disputed`, where two describe the node, or two that say something mention one
 * that none describes: what a mention says beside a description changes nothing when it comes again.
 */
const unitedNodes = `
  CREATE TEMP TABLE united_node ON COMMIT DROP AS
  SELECT objectid, min(seq) AS seq, bool_or(described) AS described, merge_props(props ORDER BY described, seq) AS props,
    array_agg(kind_list ORDER BY NOT described, seq) AS lists,
    CASE WHEN bool_or(described) THEN count(*) FILTER (WHERE described) ELSE count(*) FILTER (WHERE props <> '{}') END > 1 AS is_disputed
  FROM stage_node JOIN repeated_node USING (objectid) GROUP BY objectid`;

/** Of each list of kinds, and of each combination that a node has, numbered on. */
const kinds = `
  CREATE TEMP TABLE load_kinds ON COMMIT DROP AS
  SELECT coalesce(s.list, (SELECT max(list) FROM stage_kinds) + row_number() OVER (ORDER BY s.list, k.lists))::int AS list, k.*
  FROM (${kindsOfLists(`SELECT ARRAY[list] AS lists FROM stage_kinds UNION SELECT lists FROM united_node`)}) k
    LEFT JOIN stage_kinds s ON ARRAY[s.list] = k.lists`;

const replace = [
  'DELETE FROM stage_node s USING repeated_node r WHERE r.objectid = s.objectid',
  `INSERT INTO stage_node (seq, objectid, described, kind_list, props)
   SELECT u.seq, u.objectid, u.described, k.list, u.props FROM united_node u JOIN load_kinds k USING (lists)`,
];

/**
 * Makes the table `united_node` of the nodes of which several rows of `stage_node` tell; most are told of once.
 * @param mayBeAny false where it is known that there are none
 * @returns whether there are any
 */
export async function findRepeatedNodes(script: SqlScript, mayBeAny: boolean): Promise<boolean> {
  script.add(mayBeAny ? repeatedNodes : `${repeatedNodes} WITH NO DATA`);
  const areAny = mayBeAny && (await hasRows(script, 'repeated_node'));
  if (areAny) script.add('ANALYZE repeated_node');
  script.add(areAny ? unitedNodes : `${unitedNodes} WITH NO DATA`);
  return areAny;
}

/**
 * Makes one row of `stage_node` of all that tell of the same node, and the table `load_kinds (list, kinds, kind)` of the lists of kinds that
 * nodes have.
 */
export function uniteNodes(script: SqlScript, anyRepeated: boolean): void {
  script.add(kinds);
  script.add('ANALYZE load_kinds (list)');
  if (anyRepeated) for (const statement of replace) script.add(statement);
}

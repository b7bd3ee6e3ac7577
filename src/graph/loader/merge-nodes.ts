import type { SqlRunner } from '../../database/database.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { primaryKind, unitedKinds, unitedLists } from '../kinds/kind-sql.js';

/** Characters of a name or environment that are stored for sorting and grouping: what an index takes. The property keeps the whole. */
const indexedLength = 500;

/** `lists int[]` of rows as one list of kinds each; computed once for each distinct combination. */
function unitedStageLists(lists: string): string {
  return `
    SELECT c.lists, ${unitedKinds(`SELECT k.k, (l.o << 8) + k.o
      FROM unnest(c.lists) WITH ORDINALITY AS l(list, o) JOIN stage_kinds s ON s.list = l.list
        CROSS JOIN unnest(s.kinds) WITH ORDINALITY AS k(k, o)`)} AS kinds
    FROM (${lists}) c`;
}

const repeatedNodes = `
  CREATE TEMP TABLE repeated_node ON COMMIT DROP AS
  SELECT objectid FROM stage_node GROUP BY objectid HAVING count(*) > 1`;

const isRepeated = 'SELECT FROM repeated_node r WHERE r.objectid = s.objectid';

/** What is told of the same node several times, as one row: descriptions before mentions, and of either the newest. */
const unitedStatements = `
  CREATE TEMP TABLE united_node ON COMMIT DROP AS
  SELECT objectid, bool_or(described) AS described, merge_props(props ORDER BY described, seq) AS props,
    array_agg(kind_list ORDER BY NOT described, seq) AS lists
  FROM stage_node s WHERE EXISTS (${isRepeated}) GROUP BY objectid`;

/** One row for each node that the payload states. Most are stated once. */
const statedNodes: StatedNodes = {
  rows: `
    SELECT objectid, described, props, ARRAY[kind_list] AS lists FROM stage_node s WHERE NOT EXISTS (${isRepeated})
    UNION ALL SELECT objectid, described, props, lists FROM united_node`,
  lists: 'SELECT ARRAY[list] AS lists FROM stage_kinds UNION SELECT lists FROM united_node',
};

/** One row for each node that an edge of the payload mentions and that is new by that. */
const mentionedNodes: StatedNodes = {
  rows: `
    SELECT x.objectid, false AS described, '{}'::jsonb AS props,
      coalesce(array_agg(DISTINCT x.list ORDER BY x.list) FILTER (WHERE x.list IS NOT NULL), '{}') AS lists
    FROM stage_end x JOIN load_end e USING (no) WHERE e.tells_more GROUP BY x.objectid`,
  lists: 'SELECT DISTINCT lists FROM stated',
};

interface StatedNodes {
  /** `(objectid, described, props, lists)` */
  readonly rows: string;
  /** `(lists)`: all that occur in the rows, which may be called `stated`. */
  readonly lists: string;
}

/** `first_kinds` lead `other_kinds`. Where nothing `differs`, the day alone is to be renewed. */
const differenceTable = `
  CREATE TEMP TABLE node_difference (id bigint, objectid text COLLATE "C", old_kind smallint, old_name text COLLATE "C",
    described boolean, differs boolean, props jsonb, first_kinds smallint[], other_kinds smallint[]) ON COMMIT DROP`;

/** The nodes that are new (`id` is null), of which something new is said, or that were last seen earlier, with what they become. */
function findDifferences({ rows, lists }: StatedNodes): string {
  return `
    INSERT INTO node_difference
    WITH stated AS (${rows}), united AS MATERIALIZED (${unitedStageLists(lists)}),
    becoming AS (
      SELECT n.id, l.objectid, n.kind AS old_kind, n.name AS old_name, n.kinds AS old_kinds, u.kinds, n.last_seen,
        coalesce(n.described, false) OR l.described AS described, l.described AND NOT n.described AS is_first_description,
        n.props AS old_props, CASE
          WHEN n.id IS NULL THEN l.props
          WHEN l.props IN ('{}', n.props) THEN n.props
          WHEN n.described AND NOT l.described THEN l.props || n.props
          ELSE n.props || l.props END AS props
      FROM stated l JOIN united u USING (lists) LEFT JOIN node n ON n.objectid = l.objectid
      OFFSET 0)
    SELECT id, objectid, old_kind, old_name, described, differs, CASE WHEN differs THEN props END,
      CASE WHEN is_first_description THEN kinds ELSE coalesce(old_kinds, '{}') END,
      CASE WHEN is_first_description THEN old_kinds ELSE kinds END
    FROM (SELECT *, id IS NULL OR is_first_description OR NOT old_kinds @> kinds OR props <> old_props AS differs
      FROM becoming OFFSET 0) b
    WHERE differs OR last_seen < $1::date`;
}

/** What any two lists of kinds become, once for each pair. */
const uniteKinds = `
  CREATE TEMP TABLE united_kinds ON COMMIT DROP AS
  SELECT u.*, ${primaryKind('u.kinds')} AS kind
  FROM (SELECT first_kinds, other_kinds, ${unitedLists('first_kinds', 'other_kinds')} AS kinds
    FROM (SELECT DISTINCT first_kinds, other_kinds FROM node_difference WHERE differs) d) u`;

const becoming = `SELECT d.*, u.kind, u.kinds,
    left(coalesce(nullif(d.props ->> 'name', ''), d.objectid), ${indexedLength}) AS name,
    left(upper(coalesce(nullif(d.props ->> 'tenantid', ''), nullif(d.props ->> 'domainsid', ''))), ${indexedLength}) AS environment
  FROM node_difference d JOIN united_kinds u USING (first_kinds, other_kinds) WHERE d.differs`;

const insertNew = `
  WITH inserted AS (
    INSERT INTO node (objectid, kind, kinds, name, environment, described, last_seen, props)
    SELECT objectid, kind, kinds, name, environment, described, $1::date, props FROM (${becoming} AND d.id IS NULL) n
    ORDER BY objectid
    RETURNING id, kind)
  INSERT INTO delta_node SELECT id, true, true, (kind = ${Kind.Computer})::int FROM inserted`;

const updateKnown = `
  WITH updated AS (
    UPDATE node n SET kind = d.kind, kinds = d.kinds, name = d.name, environment = d.environment,
      described = d.described, last_seen = greatest(n.last_seen, $1::date), props = d.props
    FROM (${becoming}) d WHERE n.id = d.id
    RETURNING n.id, (n.kind, n.name) IS DISTINCT FROM (d.old_kind, d.old_name) AS shown,
      (n.kind = ${Kind.Computer})::int - (d.old_kind = ${Kind.Computer})::int AS computers)
  INSERT INTO delta_node SELECT id, false, shown, computers FROM updated`;

const renewDays = `
  UPDATE node n SET last_seen = $1::date FROM node_difference d WHERE NOT d.differs AND n.id = d.id`;

/** Writes the nodes that the payload states. */
export async function mergeStatedNodes(tx: SqlRunner, seenOn: string): Promise<void> {
  await tx.query(repeatedNodes);
  await tx.query('ANALYZE repeated_node');
  await tx.query(unitedStatements);
  await merge(tx, statedNodes, seenOn);
}

const endTable = 'CREATE TEMP TABLE load_end (no int, id bigint, tells_more boolean) ON COMMIT DROP';

/** Of most ends all is known: the node is there, it has the kinds and was seen today. */
const identifyEnds = `
  INSERT INTO load_end
  SELECT x.no, n.id, n.id IS NULL OR n.last_seen < $1::date OR NOT n.kinds @> coalesce(k.kinds, '{}')
  FROM stage_end x LEFT JOIN stage_kinds k ON k.list = x.list LEFT JOIN node n ON n.objectid = x.objectid`;

const identifyNewEnds = `
  UPDATE load_end e SET id = n.id
  FROM stage_end x JOIN node n ON n.objectid = x.objectid
  WHERE e.id IS NULL AND x.no = e.no`;

/**
 * Makes a placeholder of each node that only edges name, and the table `load_end (no, id, tells_more)`. Edges whose ends could not be
 * found mention nothing.
 */
export async function mergeMentionedNodes(tx: SqlRunner, seenOn: string): Promise<void> {
  await tx.query(endTable);
  await tx.query(identifyEnds, [seenOn]);
  await tx.query('ANALYZE load_end');
  const [any] = await tx.query('SELECT FROM load_end WHERE tells_more LIMIT 1');
  if (!any) return;
  await merge(tx, mentionedNodes, seenOn);
  await tx.query(identifyNewEnds);
}

async function merge(tx: SqlRunner, nodes: StatedNodes, seenOn: string): Promise<void> {
  await tx.query(differenceTable);
  await tx.query(findDifferences(nodes), [seenOn]);
  await tx.query('ANALYZE node_difference (id, first_kinds, other_kinds, differs)');
  await tx.query(uniteKinds);
  await tx.query('ANALYZE united_kinds');
  for (const statement of [insertNew, updateKnown, renewDays]) await tx.query(statement, [seenOn]);
  await tx.query('DROP TABLE node_difference, united_kinds');
}

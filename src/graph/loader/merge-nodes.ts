import type { SqlRunner } from '../../database/database.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { primaryKind, unitedKinds, unitedLists } from '../kinds/kind-sql.js';

/** Characters of a name or environment that are stored for sorting and grouping: what an index takes. The property keeps the whole. */
const indexedLength = 500;

/** The lists of kinds that rows name in `lists int[]`, as one list each; computed once for each distinct combination. */
function unitedStageLists(grouped: string): string {
  return `
    SELECT c.lists, ${unitedKinds(`SELECT k.k, (l.o << 8) + k.o
      FROM unnest(c.lists) WITH ORDINALITY AS l(list, o) JOIN stage_kinds s ON s.list = l.list
        CROSS JOIN unnest(s.kinds) WITH ORDINALITY AS k(k, o)`)} AS kinds
    FROM (SELECT DISTINCT lists FROM ${grouped}) c`;
}

const repeatedNodes = `
  CREATE TEMP TABLE repeated_node ON COMMIT DROP AS
  SELECT objectid FROM stage_node GROUP BY objectid HAVING count(*) > 1`;

/** One row for each node that the payload states: descriptions before mentions, and of either the newest. Most are stated once. */
const statedNodes = `NOT MATERIALIZED (
  SELECT objectid, described, props, ARRAY[kind_list] AS lists
  FROM stage_node s WHERE NOT EXISTS (SELECT FROM repeated_node r WHERE r.objectid = s.objectid)
  UNION ALL
  SELECT objectid, bool_or(described), merge_props(props ORDER BY described, seq), array_agg(kind_list ORDER BY NOT described, seq)
  FROM stage_node JOIN repeated_node USING (objectid) GROUP BY objectid)`;

/** One row for each node that an edge of the payload mentions. */
const mentionedNodes = `MATERIALIZED (
  SELECT objectid, false AS described, '{}'::jsonb AS props,
    coalesce(array_agg(DISTINCT list ORDER BY list) FILTER (WHERE list IS NOT NULL), '{}') AS lists
  FROM stage_end GROUP BY objectid)`;

/** `first_kinds` lead `other_kinds`. Where nothing `differs`, the day alone is to be renewed. */
const differenceTable = `
  CREATE TEMP TABLE node_difference (id bigint, objectid text COLLATE "C", old_kind smallint, old_name text COLLATE "C",
    described boolean, differs boolean, props jsonb, first_kinds smallint[], other_kinds smallint[]) ON COMMIT DROP`;

/** The nodes that are new (`id` is null), of which something new is said, or that were last seen earlier, with what they become. */
function findDifferences(nodes: string): string {
  return `
    INSERT INTO node_difference
    WITH stated AS ${nodes}, united AS MATERIALIZED (${unitedStageLists('stated')})
    SELECT n.id, l.objectid, n.kind, n.name, coalesce(n.described, false) OR l.described, it.differs,
      CASE WHEN it.differs THEN becomes.props END,
      CASE WHEN l.described AND NOT n.described THEN u.kinds ELSE coalesce(n.kinds, '{}') END,
      CASE WHEN l.described AND NOT n.described THEN n.kinds ELSE u.kinds END
    FROM stated l JOIN united u USING (lists) LEFT JOIN node n ON n.objectid = l.objectid
      CROSS JOIN LATERAL (SELECT CASE
        WHEN n.id IS NULL THEN l.props
        WHEN l.props IN ('{}', n.props) THEN n.props
        WHEN n.described AND NOT l.described THEN l.props || n.props
        ELSE n.props || l.props END AS props OFFSET 0) becomes
      CROSS JOIN LATERAL (SELECT n.id IS NULL OR (l.described AND NOT n.described) OR NOT n.kinds @> u.kinds
        OR (l.props <> '{}' AND becomes.props <> n.props) AS differs OFFSET 0) it
    WHERE it.differs OR n.last_seen < $1::date`;
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
  await merge(tx, statedNodes, seenOn);
}

/** Makes a placeholder of each node that only edges name. Edges whose ends could not be found mention nothing. */
export async function mergeMentionedNodes(tx: SqlRunner, seenOn: string): Promise<void> {
  await merge(tx, mentionedNodes, seenOn);
}

async function merge(tx: SqlRunner, nodes: string, seenOn: string): Promise<void> {
  await tx.query(differenceTable);
  await tx.query(findDifferences(nodes), [seenOn]);
  await tx.query('ANALYZE node_difference (id, first_kinds, other_kinds, differs)');
  await tx.query(uniteKinds);
  for (const statement of [insertNew, updateKnown, renewDays]) await tx.query(statement, [seenOn]);
  await tx.query('DROP TABLE node_difference, united_kinds');
}

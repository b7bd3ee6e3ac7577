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

/** One row for each node that the payload states: descriptions before mentions, and of either the newest. */
const statedNodes = `
  CREATE TEMP TABLE load_node ON COMMIT DROP AS
  WITH stated AS (
    SELECT objectid, bool_or(described) AS described, merge_props(props ORDER BY described, seq) AS props,
      array_agg(kind_list ORDER BY NOT described, seq) AS lists
    FROM stage_node GROUP BY objectid),
  kinds AS (${unitedStageLists('stated')})
  SELECT s.objectid, s.described, k.kinds, s.props FROM stated s JOIN kinds k USING (lists)`;

/** One row for each node that an edge of the payload mentions. */
const mentionedNodes = `
  CREATE TEMP TABLE load_mention ON COMMIT DROP AS
  WITH ends AS (
    SELECT source AS objectid, source_list AS list FROM stage_edge WHERE source IS NOT NULL AND target IS NOT NULL
    UNION SELECT target, target_list FROM stage_edge WHERE source IS NOT NULL AND target IS NOT NULL),
  mentioned AS (SELECT objectid, array_remove(array_agg(list ORDER BY list), NULL) AS lists FROM ends GROUP BY objectid),
  kinds AS (${unitedStageLists('mentioned')})
  SELECT m.objectid, false AS described, k.kinds, '{}'::jsonb AS props FROM mentioned m JOIN kinds k USING (lists)`;

/** What a known node becomes: a mere mention completes a description and never overrides it. */
const mergedProps = `CASE WHEN n.described AND NOT l.described THEN l.props || n.props ELSE n.props || l.props END`;

/** The rows of `table` that are new or that say something new about a known node, with what the node becomes. */
function differences(table: string): string {
  return `
    CREATE TEMP TABLE node_difference ON COMMIT DROP AS
    SELECT d.*, ${primaryKind('d.kinds')} AS kind,
      left(coalesce(nullif(d.props ->> 'name', ''), d.objectid), ${indexedLength}) AS name,
      left(upper(coalesce(nullif(d.props ->> 'tenantid', ''), nullif(d.props ->> 'domainsid', ''))), ${indexedLength}) AS environment
    FROM (
      SELECT n.id, l.objectid, n.kind AS old_kind, n.name AS old_name,
        coalesce(n.described, false) OR l.described AS described,
        CASE WHEN n.id IS NULL THEN l.props ELSE ${mergedProps} END AS props,
        CASE WHEN n.id IS NULL THEN l.kinds
          WHEN l.described AND NOT n.described THEN ${unitedLists('l.kinds', 'n.kinds')}
          WHEN n.kinds @> l.kinds THEN n.kinds
          ELSE ${unitedLists('n.kinds', 'l.kinds')} END AS kinds
      FROM ${table} l LEFT JOIN node n ON n.objectid = l.objectid
      WHERE n.id IS NULL OR (l.described AND NOT n.described) OR NOT n.kinds @> l.kinds
        OR (l.props <> '{}' AND ${mergedProps} <> n.props)
    ) d`;
}

const insertNew = `
  WITH inserted AS (
    INSERT INTO node (objectid, kind, kinds, name, environment, described, last_seen, props)
    SELECT objectid, kind, kinds, name, environment, described, $1::date, props FROM node_difference WHERE id IS NULL
    ORDER BY objectid
    RETURNING id, kind)
  INSERT INTO delta_node SELECT id, true, true, (kind = ${Kind.Computer})::int FROM inserted`;

const updateKnown = `
  WITH updated AS (
    UPDATE node n SET kind = d.kind, kinds = d.kinds, name = d.name, environment = d.environment,
      described = d.described, last_seen = greatest(n.last_seen, $1::date), props = d.props
    FROM node_difference d WHERE n.id = d.id
    RETURNING n.id, (n.kind, n.name) IS DISTINCT FROM (d.old_kind, d.old_name) AS shown,
      (n.kind = ${Kind.Computer})::int - (d.old_kind = ${Kind.Computer})::int AS computers)
  INSERT INTO delta_node SELECT id, false, shown, computers FROM updated`;

/** Writes the nodes that the payload states. */
export async function mergeStatedNodes(tx: SqlRunner, today: string): Promise<void> {
  await tx.query(statedNodes);
  await merge(tx, 'load_node', today);
}

/** Makes a placeholder of each node that only edges name. Edges whose ends could not be found mention nothing. */
export async function mergeMentionedNodes(tx: SqlRunner, today: string): Promise<void> {
  await tx.query(mentionedNodes);
  await merge(tx, 'load_mention', today);
}

async function merge(tx: SqlRunner, table: 'load_node' | 'load_mention', today: string): Promise<void> {
  await tx.query(`ANALYZE ${table}`);
  await tx.query(differences(table));
  await tx.query(insertNew, [today]);
  await tx.query(updateKnown, [today]);
  await tx.query('DROP TABLE node_difference');
  await tx.query(
    `UPDATE node n SET last_seen = $1::date FROM ${table} l WHERE n.objectid = l.objectid AND n.last_seen < $1::date`,
    [today],
  );
}

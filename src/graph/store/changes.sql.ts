import { Kind } from '../kinds/kind-catalogue.js';
import { edgeOfEntry } from './edge.entity.js';
import { outgoingKinds } from './list-row.js';

/** Kinds whose edges a list of their source may have. */
const kindsOfSources = [...outgoingKinds, Kind.MemberOf].join(', ');

/**
 * SQL: the edges whose lists changed after version $1, as `edge_state`, with whether there was such an edge at $1 (`had`) and at version $2
 * (`has`). The lists that have an edge now are counted, and their changes since then are undone.
 * @param having condition on `since` and `until`: by how much the number of lists grew after $1 and after $2
 */
export function edgeStates(having: string): string {
  return `
  moved AS MATERIALIZED (
    SELECT * FROM (
      SELECT e.source, e.kind, e.target, sum(CASE WHEN e.place <= l.came THEN 1 ELSE -1 END) AS since,
        coalesce(sum(CASE WHEN e.place <= l.came THEN 1 ELSE -1 END) FILTER (WHERE l.version > $2::bigint), 0) AS until
      FROM change_log l CROSS JOIN LATERAL unnest(l.sources, l.kinds, l.targets) WITH ORDINALITY e(source, kind, target, place)
      WHERE l.version > $1::bigint GROUP BY e.source, e.kind, e.target) m
    WHERE ${having}),
  held AS (
    SELECT source, kind, target, count(*) AS lists FROM (
      SELECT ${edgeOfEntry.source} AS source, ${edgeOfEntry.kind} AS kind, ${edgeOfEntry.target} AS target
      FROM edge_list l CROSS JOIN LATERAL unnest(l.peers, l.kinds) p(peer, kind)
      WHERE l.owner IN (SELECT target FROM moved UNION SELECT source FROM moved WHERE kind IN (${kindsOfSources}))) e
    WHERE (source, kind, target) IN (SELECT source, kind, target FROM moved) GROUP BY source, kind, target),
  edge_state AS (
    SELECT source, kind, target, coalesce(lists, 0) > since AS had, coalesce(lists, 0) > until AS has
    FROM moved LEFT JOIN held USING (source, kind, target))`;
}

/** SQL: nodes that were removed after version $1, as `gone`. */
const gone = `
  gone AS MATERIALIZED (
    SELECT l.version, g.* FROM change_log l CROSS JOIN LATERAL
      jsonb_to_recordset(l.removed) g(id int, objectid text, name text, kind text, environment text, described boolean, props jsonb)
    WHERE l.version > $1::bigint)`;

/**
 * SQL: values of properties that changed after version $1, as `value_state`: `was` at $1, `now` at version $2. A former value is what a
 * property had until its version.
 */
const valueStates = `
  former AS MATERIALIZED (
    SELECT l.id AS entry, l.version, n.key::int AS id, p.key AS property, p.value
    FROM change_log l CROSS JOIN LATERAL jsonb_each(l.former) n CROSS JOIN LATERAL jsonb_each(n.value) p WHERE l.version > $1::bigint),
  value_state AS (
    SELECT f.id, f.property, f.value AS was, coalesce(u.value, coalesce(n.props, g.props) -> f.property, 'null') AS now
    FROM (SELECT DISTINCT ON (id, property) id, property, value FROM former ORDER BY id, property, entry) f
      LEFT JOIN (SELECT DISTINCT ON (id, property) id, property, value FROM former WHERE version > $2::bigint ORDER BY id, property, entry) u
        USING (id, property)
      LEFT JOIN node n ON n.id = f.id LEFT JOIN gone g ON g.id = f.id)`;

const tierZeroAt = (version: string) => `
  (SELECT tier_zero FROM change_log WHERE tier_zero IS NOT NULL AND version <= ${version} ORDER BY id DESC LIMIT 1)`;

/** SQL: {@link valueStates} with the removed nodes, which it reads. */
const valuesAndGone = `${gone}, ${valueStates}`;

/**
 * SQL: WITH clause of all changes from version $1 to version $2, as `change`: edges that came or went, and described nodes that came, went or
 * changed. A node that came or went within them is none of these.
 */
export const changes = `
  WITH ${edgeStates('since <> until')}, ${valuesAndGone},
  edge_change AS MATERIALIZED (
    SELECT source, kind, target, CASE WHEN has THEN 'came' ELSE 'went' END AS change FROM edge_state WHERE had <> has),
  came AS (
    SELECT DISTINCT d.id FROM change_log l CROSS JOIN LATERAL unnest(l.described) d(id) WHERE l.version > $1::bigint AND l.version <= $2::bigint),
  node_change AS MATERIALIZED (
    SELECT id, 'came' AS change, NULL::jsonb AS properties FROM came WHERE id NOT IN (SELECT id FROM gone WHERE version <= $2::bigint)
    UNION ALL
    SELECT id, 'went', NULL FROM gone WHERE described AND version <= $2::bigint AND id NOT IN (SELECT id FROM came)
    UNION ALL
    SELECT id, 'changed', jsonb_object_agg(property, jsonb_build_object('from', was, 'to', now)) FROM value_state
    WHERE was <> now AND id NOT IN (SELECT id FROM came UNION SELECT id FROM gone WHERE version <= $2::bigint) GROUP BY id),
  shown AS MATERIALIZED (
    SELECT n.id, n.objectid, n.name, k.name AS kind, n.environment FROM node n JOIN kind k ON k.id = n.kind
    WHERE n.id IN (SELECT source FROM edge_change UNION SELECT target FROM edge_change UNION SELECT id FROM node_change)
    UNION ALL SELECT id, objectid, name, kind, environment FROM gone),
  listed AS (
    SELECT 'edge' AS type, e.change, k.name AS kind, coalesce(t.environment, s.environment) AS environment_id, e.source AS source_id,
      s.objectid AS source, s.name AS source_name, s.kind AS source_kind, e.target AS target_id, t.objectid AS target, t.name AS target_name,
      t.kind AS target_kind, NULL::jsonb AS properties
    FROM edge_change e JOIN shown s ON s.id = e.source JOIN shown t ON t.id = e.target JOIN kind k ON k.id = e.kind
    UNION ALL
    SELECT 'node', c.change, n.kind, n.environment, n.id, n.objectid, n.name, n.kind, 0, NULL, NULL, NULL, c.properties
    FROM node_change c JOIN shown n ON n.id = c.id),
  change AS MATERIALIZED (SELECT l.*, coalesce(d.name, l.environment_id) AS domain FROM listed l LEFT JOIN node d ON d.objectid = l.environment_id)`;

/** SQL: removals, restored backups and new rules of the product from version $1 to version $2, which no source stated. */
export const breaks = `change_log l WHERE l.version > $1::bigint AND l.version <= $2::bigint AND l.reason IS NOT NULL`;

/** SQL: one row with the data for new ways between versions $1 and $2. */
export const twoPoints = `
  WITH ${edgeStates('true')}, ${valuesAndGone}
  SELECT (SELECT coalesce(string_agg(int4send(source) || int4send(target) || int4send(kind) || int4send(had::int + has::int * 2), ''), '')
      FROM edge_state) AS moved,
    coalesce(${tierZeroAt('$1')}, '{}') AS "endsSince", coalesce(${tierZeroAt('$2')}, '{}') AS "endsUntil",
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'since', was <> 'false', 'until', now <> 'false')), '[]')
      FROM value_state WHERE property = 'enabled') AS states`;

/** SQL: nodes $2 that were removed after version $1. */
export const goneNodes = `WITH ${gone} SELECT id, objectid, name, kind AS label FROM gone WHERE id = ANY ($2::int[])`;

/** SQL: ids of all nodes that were removed after version $1. */
export const allGone = `WITH ${gone} SELECT id FROM gone`;

/** SQL: a row if a node has the object id $2, or one that was removed after version $1. */
export const anyNode = `
  WITH ${gone} SELECT FROM node WHERE objectid = $2 UNION ALL SELECT FROM gone WHERE objectid = $2 LIMIT 1`;

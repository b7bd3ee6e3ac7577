import { entityOrder } from './entity-order.js';
import type { EntityPageRequest } from './graph-reader.js';
import { Kind } from './kinds/kind-catalogue.js';

/** SQL: the principal $1 of kind $2 and every group it is in at any depth, as `p (id)`. UNION drops repeats and so ends cycles. */
export const principalAndGroups = `p(id) AS (
    SELECT id FROM node WHERE objectid = $1 AND kinds @> ARRAY[$2::smallint]
    UNION SELECT e.target FROM p JOIN edge e ON e.source = p.id AND e.kind = ${Kind.MemberOf})`;

const held = '(SELECT ids FROM held)::bigint[]';
const few = '(SELECT few FROM way)';
const rights = `edge WHERE kind = ${Kind.AdminTo} AND source = ANY (${held})`;

/** Which of the two ways a page is read; `best` leaves it to their costs. The others serve the test that compares them. */
export type PageWay = 'best' | 'results' | 'computers';

/**
 * With few results all of them are looked up and sorted; with many, computers are walked in order and tested until the page
 * is full, which takes about C / n probes a row. The two cost the same where n * n = (skip + limit) * C.
 */
const ways = {
  best: `(SELECT count(*) FROM ${rights}) ^ 2 < ($3::bigint + $4::bigint) * (SELECT computers FROM graph_state)`,
  results: 'true',
  computers: 'false',
} as const satisfies Record<PageWay, string>;

/** As subselects, so that the planner sees no value and one plan serves all calls. */
const window = 'OFFSET (SELECT $3::bigint) LIMIT (SELECT $4::bigint)';

function page(order: string, from: string): string {
  return `(SELECT json_agg(r) FROM (SELECT x.objectid, x.name, x.kind, x.kinds FROM ${from} ORDER BY ${order} ${window}) r)`;
}

/**
 * One statement, and so one snapshot and one trip, for the total and a page of the computers that a principal administers.
 * $1 object id, $2 kind, $3 skip, $4 limit. Gives `found`, `count`, `page`. The shape is measured (docs/adr/0005-graph-storage.md):
 * `source + 0` keeps the list of groups out of the index condition, where it would be prepared anew for every probe, and OFFSET 0
 * keeps the planner from dissolving a subselect.
 */
export function adminRightsStatement(order: EntityPageRequest['order'], way: PageWay = 'best'): string {
  const by = entityOrder(order, null);
  return `
    WITH RECURSIVE ${principalAndGroups},
    held AS MATERIALIZED (SELECT array_agg(id) AS ids FROM p),
    way AS MATERIALIZED (SELECT ${ways[way]} AS few),
    result AS MATERIALIZED (
      SELECT id, objectid, name, kind, kinds FROM node
      WHERE kind = ${Kind.Computer} AND ${few} AND id = ANY (ARRAY(SELECT target FROM ${rights})))
    SELECT (SELECT ids FROM held) IS NOT NULL AS found,
      CASE WHEN ${few} THEN (SELECT count(*) FROM result)
        ELSE (SELECT count(DISTINCT target) FROM ${rights} AND target IN (SELECT id FROM node WHERE kind = ${Kind.Computer} OFFSET 0))
        END::int AS count,
      CASE WHEN ${few} THEN ${page(by, 'result x')}
        ELSE ${page(
          by,
          `node x WHERE x.kind = ${Kind.Computer} AND EXISTS (
            SELECT FROM edge e
            WHERE e.target = x.id AND e.kind = ${Kind.AdminTo} AND (e.source + 0) = ANY (${held}) OFFSET 0)`,
        )}
        END AS page`;
}

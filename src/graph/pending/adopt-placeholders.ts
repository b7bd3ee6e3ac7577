import type { Database, SqlRunner } from '../../database/database.js';
import { EdgeFlag, statedFlags } from '../store/edge-flag.js';
import { lockGraphForWriting } from '../store/graph-write-lock.js';
import { hasRows } from '../has-rows.js';
import { forgetRecordsOfEdges, forgetRecordsOfNodes } from '../lists/forget-records.js';
import { bulkSettings } from '../store/bulk-settings.js';
import { loggedKinds, openDelta } from '../loader/delta.js';
import { gatherEdgesOfGone, openGone, removeGone } from '../removal/remove-gone.js';

/** Beginnings of distinguished names: the index of object ids finds what stands in for an object that has such a name. */
const beginnings = ['CN=', 'OU=', 'DC='].map((text) => `p.objectid LIKE '${text}%'`).join(' OR ');

const find = `
  CREATE TEMP TABLE adopted ON COMMIT DROP AS
  SELECT p.id AS placeholder, min(n.id) AS node, max(p.last_seen) AS last_seen
  FROM node p JOIN node n ON n.props ->> 'distinguishedname' = p.objectid AND n.id <> p.id
  WHERE NOT p.described AND (${beginnings})
  GROUP BY p.id HAVING count(*) = 1`;

/** Who vouches for an edge goes with it. What was derived from it will be derived anew. */
const gatherEdges = `
  CREATE TEMP TABLE moved_edge ON COMMIT DROP AS
  SELECT coalesce(s.node, m.source) AS source, m.kind, coalesce(t.node, m.target) AS target,
    bit_or(m.flags & ~${EdgeFlag.Derived})::smallint AS flags, merge_props(p.props ORDER BY m.source, m.target) AS props,
    max(x.seen_on) AS seen_on
  FROM (
      SELECT e.* FROM adopted a JOIN edge e ON e.source = a.placeholder
      UNION SELECT e.* FROM adopted a JOIN edge e ON e.target = a.placeholder) m
    LEFT JOIN adopted s ON s.placeholder = m.source LEFT JOIN adopted t ON t.placeholder = m.target
    LEFT JOIN edge_props p ON (p.source, p.kind, p.target) = (m.source, m.kind, m.target)
    LEFT JOIN edge_seen x ON (x.source, x.kind, x.target) = (m.source, m.kind, m.target)
  WHERE m.flags & ${statedFlags} <> 0
  GROUP BY 1, 2, 3`;

const logNew = `
  INSERT INTO delta_edge SELECT 1, source, target, kind FROM moved_edge m
  WHERE kind IN (${loggedKinds.join(', ')})
    AND NOT EXISTS (SELECT FROM edge e WHERE (e.source, e.kind, e.target) = (m.source, m.kind, m.target))`;

const insert = `
  WITH inserted AS (
    INSERT INTO edge (source, kind, target, flags) SELECT source, kind, target, flags FROM moved_edge
    ON CONFLICT DO NOTHING RETURNING 1)
  SELECT count(*)::int AS created FROM inserted`;

const vouch = `
  UPDATE edge e SET flags = e.flags | m.flags FROM moved_edge m
  WHERE (e.source, e.kind, e.target) = (m.source, m.kind, m.target) AND e.flags | m.flags <> e.flags`;

const moveProperties = `
  INSERT INTO edge_props AS p (source, kind, target, props)
  SELECT source, kind, target, props FROM moved_edge WHERE props IS NOT NULL
  ON CONFLICT (source, kind, target) DO UPDATE SET props = excluded.props || p.props`;

const moveDays = `
  INSERT INTO edge_seen AS x (source, kind, target, seen_on)
  SELECT source, kind, target, seen_on FROM moved_edge WHERE seen_on IS NOT NULL
  ON CONFLICT (source, kind, target) DO UPDATE SET seen_on = greatest(excluded.seen_on, x.seen_on)`;

const renewNodes = `
  UPDATE node n SET last_seen = a.last_seen FROM adopted a WHERE n.id = a.node AND n.last_seen < a.last_seen`;

/**
 * Gives the edges of nodes that stand in for an object known by its distinguished name only to the object, where that has come by
 * now, and removes those nodes: as if the object had come first.
 */
export async function adoptPlaceholders(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(bulkSettings);
    await tx.query(find);
    if (!(await hasRows(tx, 'adopted'))) return;
    await lockGraphForWriting(tx);
    // What was found without the lock may be gone by now.
    await tx.query('DROP TABLE adopted');
    await tx.query(find);
    await adopt(tx);
  });
}

async function adopt(tx: SqlRunner): Promise<void> {
  await openDelta(tx);
  await openGone(tx);
  await tx.query('ANALYZE adopted');
  await tx.query(gatherEdges);
  await tx.query(logNew);
  const [counted] = await tx.query<{ created: number }>(insert);
  for (const statement of [vouch, moveProperties, moveDays, renewNodes]) await tx.query(statement);
  await forgetRecordsOfNodes(tx, 'SELECT node FROM adopted');
  await forgetRecordsOfEdges(tx, 'SELECT source, kind, target, flags FROM moved_edge');
  await tx.query('INSERT INTO gone_node SELECT n.id, n.kind FROM adopted a JOIN node n ON n.id = a.placeholder');
  await gatherEdgesOfGone(tx);
  await removeGone(tx, counted?.created ?? 0);
}

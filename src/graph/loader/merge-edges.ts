import type { SqlRunner } from '../../database/database.js';
import { EdgeFlag, PropertyFlag } from '../edge-flag.js';
import { kindOfIncomingList, kindOfOutgoingList } from '../lists/list-edges.js';
import { identifyLists, stampDays, withdrawUnlisted } from '../lists/merge-lists.js';
import { type EdgeTotals, loggedKinds } from './delta.js';
import { insertMany } from './insert-many.js';

const identified = `stage_edge e
  JOIN load_end s ON s.no = e.source JOIN load_end t ON t.no = e.target JOIN stage_kinds k ON k.list = e.kind_list`;

/**
 * `denied` are the bits that some statement of the edge says are not set. In the order of the primary key, and so is what is made of it:
 * neighbouring rows share pages of the indexes when they are looked up, and when they are written.
 */
const statedEdges = `
  CREATE TEMP TABLE load_edge ON COMMIT DROP AS
  SELECT s.id AS source, k.kinds[1] AS kind, t.id AS target, bit_or(e.said) AS said, bit_or(e.flags) AS flags,
    bit_or(e.said & ~e.flags) AS denied
  FROM ${identified}
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3`;

const anyContradiction = 'SELECT FROM load_edge WHERE flags & denied <> 0 LIMIT 1';

/** The newest value said of one bit: the greatest of (place in the payload, value). */
function newest(bit: number): string {
  return `coalesce(max(CASE WHEN e.said & ${bit} <> 0 THEN e.seq::bigint * 2 + (e.flags & ${bit} <> 0)::int END) & 1, 0) * ${bit}`;
}

const settleContradictions = `
  UPDATE load_edge l SET flags = n.flags
  FROM (
    SELECT l.source, l.kind, l.target, (${Object.values(PropertyFlag).map(newest).join(' + ')})::smallint AS flags
    FROM ${identified} JOIN load_edge l ON (l.source, l.kind, l.target) = (s.id, k.kinds[1], t.id)
    WHERE l.flags & l.denied <> 0
    GROUP BY 1, 2, 3) n
  WHERE (l.source, l.kind, l.target) = (n.source, n.kind, n.target)`;

/** What becomes of each edge: `old` are its bits so far, null where it is new, and the lists are those that the payload gives whole. */
const mergedEdges = `
  CREATE TEMP TABLE merged_edge ON COMMIT DROP AS
  SELECT m.source, m.kind, m.target, m.old, i.no AS incoming, o.no AS outgoing,
    (m.flags | CASE WHEN coalesce(i.no, o.no) IS NULL THEN ${EdgeFlag.Collected} ELSE ${EdgeFlag.Listed} END)::smallint AS flags
  FROM (
      SELECT l.source, l.kind, l.target, e.flags AS old, coalesce(e.flags & ~l.said, 0) | l.flags AS flags
      FROM load_edge l LEFT JOIN edge e ON (e.source, e.kind, e.target) = (l.source, l.kind, l.target)) m
    LEFT JOIN load_list i ON NOT i.outgoing AND (i.node_id, i.kind) = (m.target, ${kindOfIncomingList('m')})
    LEFT JOIN load_list o ON o.outgoing AND (o.node_id, o.kind) = (m.source, ${kindOfOutgoingList('m')})`;

const insertNew = `
  INSERT INTO edge (source, target, kind, flags)
  SELECT source, target, kind, flags FROM merged_edge WHERE old IS NULL
  ORDER BY source, kind, target`;

const updateKnown = `
  UPDATE edge e SET flags = m.flags FROM merged_edge m
  WHERE m.flags <> m.old AND (e.source, e.kind, e.target) = (m.source, m.kind, m.target)`;

const logNew = `
  INSERT INTO delta_edge SELECT 1, source, target, kind FROM merged_edge
  WHERE old IS NULL AND kind IN (${loggedKinds.join(', ')})`;

const propertyDifferences = `
  CREATE TEMP TABLE props_difference ON COMMIT DROP AS
  SELECT l.* FROM (
      SELECT s.id AS source, k.kinds[1] AS kind, t.id AS target, merge_props(e.props ORDER BY e.seq) AS props
      FROM ${identified} WHERE e.props IS NOT NULL GROUP BY 1, 2, 3) l
    LEFT JOIN edge_props p ON (p.source, p.kind, p.target) = (l.source, l.kind, l.target)
  WHERE p.source IS NULL OR p.props || l.props <> p.props`;

const writeProperties = `
  INSERT INTO edge_props AS p (source, target, kind, props)
  SELECT source, target, kind, props FROM props_difference ORDER BY source, kind, target
  ON CONFLICT (source, kind, target) DO UPDATE SET props = p.props || excluded.props`;

const countDifferences = `
  SELECT (count(*) FILTER (WHERE old IS NULL))::int AS created, (count(*) FILTER (WHERE flags <> old))::int AS changed FROM merged_edge`;

/** Known edges of which properties alone have changed. */
const countPropertyChanges = `
  SELECT count(*)::int AS changed FROM props_difference p
    JOIN merged_edge m ON (m.source, m.kind, m.target) = (p.source, p.kind, p.target) WHERE m.flags = m.old`;

/**
 * Finds what becomes of the edges of the payload, whose ends are known by now; writes all of that but the new edges, which are left to
 * {@link insertNewEdges}, and removes those that its lists no longer hold.
 */
export async function mergeEdges(tx: SqlRunner, seenOn: string): Promise<EdgeTotals> {
  await identifyLists(tx);
  await tx.query(statedEdges);
  await tx.query('ANALYZE load_edge');
  if ((await tx.query(anyContradiction)).length) await tx.query(settleContradictions);
  await tx.query(mergedEdges);
  await tx.query('ANALYZE merged_edge');
  const withdrawn = await withdrawUnlisted(tx);
  const [counted = { created: 0, changed: 0 }] = await tx.query<Omit<EdgeTotals, 'removed'>>(countDifferences);
  if (counted.changed > 0) await tx.query(updateKnown);
  if (counted.created > 0) await tx.query(logNew);
  await tx.query(propertyDifferences);
  await tx.query(writeProperties);
  const [properties = { changed: 0 }] = await tx.query<{ changed: number }>(countPropertyChanges);
  await stampDays(tx, seenOn);
  return {
    created: counted.created,
    changed: counted.changed + properties.changed + withdrawn.changed,
    removed: withdrawn.removed,
  };
}

export async function insertNewEdges(tx: SqlRunner, created: number): Promise<void> {
  await insertMany(tx, 'edge', created, () => tx.query(insertNew));
}

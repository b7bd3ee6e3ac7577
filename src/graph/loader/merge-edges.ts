import type { SqlRunner } from '../../database/database.js';
import { EdgeFlag, PropertyFlag } from '../edge-flag.js';
import { forgetContradicted, forgetDisputed } from '../lists/forget-changed.js';
import { kindOfIncomingList, kindOfOutgoingList } from '../lists/list-edges.js';
import { identifyOwners } from '../lists/load-owners.js';
import { withdrawUnlisted } from '../lists/merge-lists.js';
import { stampDays } from '../lists/stamp-days.js';
import { type EdgeTotals, loggedKinds } from './delta.js';
import { insertMany } from './insert-many.js';

const identified = `stage_edge e
  JOIN load_end s ON s.no = e.source JOIN load_end t ON t.no = e.target JOIN stage_kinds k ON k.list = e.kind_list`;

/**
 * `first` and `last` are records that state the edge, `many` says that there may be others. In the order of the primary key, and so is what
 * is made of it: neighbouring rows share pages of the indexes when they are looked up, and when they are written.
 */
const statedEdges = `
  CREATE TEMP TABLE load_edge ON COMMIT DROP AS
  SELECT s.id AS source, k.kinds[1] AS kind, t.id AS target, e.said, e.flags, e.seq, e.record AS first, e.record AS last,
    false AS many, false AS is_disputed, row_number() OVER (PARTITION BY s.id, k.kinds[1], t.id) > 1 AS is_repeated
  FROM ${identified}
  ORDER BY 1, 2, 3`;

const repeatedEdges = `
  CREATE TEMP TABLE repeated_edge ON COMMIT DROP AS SELECT DISTINCT source, kind, target FROM load_edge WHERE is_repeated`;

/** The newest value said of one bit: the greatest of (place in the payload, value). */
function newest(bit: number): string {
  return `coalesce(max(CASE WHEN said & ${bit} <> 0 THEN seq::bigint * 2 + (flags & ${bit} <> 0)::int END) & 1, 0) * ${bit}`;
}

/** `is_disputed`: one statement says of some bit that it is set, another that it is not. */
const unite = [
  `CREATE TEMP TABLE united_edge ON COMMIT DROP AS
   SELECT source, kind, target, bit_or(said) AS said, (${Object.values(PropertyFlag).map(newest).join(' + ')})::smallint AS flags,
     max(seq) AS seq, min(first) AS first, max(last) AS last, count(*) > 2 AS many,
     bit_or(flags) & bit_or(said & ~flags) <> 0 AS is_disputed, false AS is_repeated
   FROM load_edge JOIN repeated_edge USING (source, kind, target) GROUP BY source, kind, target`,
  'DELETE FROM load_edge l USING repeated_edge r WHERE (l.source, l.kind, l.target) = (r.source, r.kind, r.target)',
  'INSERT INTO load_edge SELECT * FROM united_edge',
];

/** Makes the table `load_edge` of the edges that the payload states, each once. */
async function uniteEdges(tx: SqlRunner): Promise<void> {
  await tx.query(statedEdges);
  await tx.query('ANALYZE load_edge (source, kind, target)');
  await tx.query(repeatedEdges);
  const any = await tx.query('SELECT FROM repeated_edge LIMIT 1');
  if (any.length === 0) return;
  await tx.query('ANALYZE repeated_edge');
  for (const statement of unite) await tx.query(statement);
}

/**
 * What becomes of each edge: `old` are its bits so far, null where it is new. `in_given` and `out_given`, where the payload gives the list
 * of its target, or of its source, that it is in. `is_disputed`, where it is not sure that the records that give its lists are those that
 * state it.
 */
const mergedEdges = `
  CREATE TEMP TABLE merged_edge ON COMMIT DROP AS
  SELECT source, kind, target, old, first, last, in_given, out_given,
    (flags | CASE WHEN in_given OR out_given THEN ${EdgeFlag.Listed} ELSE ${EdgeFlag.Collected} END)::smallint AS flags,
    is_disputed OR (many AND first <> last) OR (in_given AND in_record IS NULL) OR (out_given AND out_record IS NULL)
      OR ((in_given OR out_given)
        AND (least(in_record, out_record), greatest(in_record, out_record)) IS DISTINCT FROM (first, last)) AS is_disputed
  FROM (
    SELECT m.*, i.node_id IS NOT NULL AS in_given, i.record AS in_record, o.node_id IS NOT NULL AS out_given, o.record AS out_record
    FROM (
        SELECT l.source, l.kind, l.target, l.first, l.last, l.many, l.is_disputed, e.flags AS old,
          coalesce(e.flags & ~l.said, 0) | l.flags AS flags
        FROM load_edge l LEFT JOIN edge e ON (e.source, e.kind, e.target) = (l.source, l.kind, l.target)) m
      LEFT JOIN load_owner i ON i.node_id = m.target AND ${kindOfIncomingList('m')} = ANY (i.incoming)
      LEFT JOIN load_owner o ON o.node_id = m.source AND ${kindOfOutgoingList('m')} = ANY (o.outgoing)) m`;

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

const statedProperties = `
  CREATE TEMP TABLE stated_props ON COMMIT DROP AS
  SELECT s.id AS source, k.kinds[1] AS kind, t.id AS target, merge_props(e.props ORDER BY e.seq) AS props, count(*) AS times
  FROM ${identified} WHERE e.props IS NOT NULL GROUP BY 1, 2, 3`;

const propertyDifferences = `
  CREATE TEMP TABLE props_difference ON COMMIT DROP AS
  SELECT l.source, l.kind, l.target, l.props
  FROM stated_props l LEFT JOIN edge_props p ON (p.source, p.kind, p.target) = (l.source, l.kind, l.target)
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
export async function mergeEdges(tx: SqlRunner, day: string): Promise<EdgeTotals> {
  await identifyOwners(tx);
  await uniteEdges(tx);
  await tx.query(mergedEdges);
  await tx.query('ANALYZE merged_edge');
  const withdrawn = await withdrawUnlisted(tx);
  const [counted = { created: 0, changed: 0 }] = await tx.query<Omit<EdgeTotals, 'removed'>>(countDifferences);
  if (counted.changed > 0) await tx.query(updateKnown);
  if (counted.created > 0) await tx.query(logNew);
  await tx.query(statedProperties);
  await tx.query(propertyDifferences);
  await tx.query(writeProperties);
  const [properties = { changed: 0 }] = await tx.query<{ changed: number }>(countPropertyChanges);
  const totals = {
    created: counted.created,
    changed: counted.changed + properties.changed + withdrawn.changed,
    removed: withdrawn.removed,
  };
  await forgetContradicted(tx, totals.changed + totals.removed > 0);
  await forgetDisputed(tx);
  await stampDays(tx, day);
  return totals;
}

export async function insertNewEdges(tx: SqlRunner, created: number): Promise<void> {
  await insertMany(tx, 'edge', created, () => tx.query(insertNew));
}

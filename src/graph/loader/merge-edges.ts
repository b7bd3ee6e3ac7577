import type { SqlRunner } from '../../database/database.js';
import { EdgeFlag, PropertyFlag } from '../edge-flag.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { type EdgeTotals, loggedKinds } from './delta.js';

const identified = `stage_edge e
  JOIN node s ON s.objectid = e.source JOIN node t ON t.objectid = e.target JOIN stage_kinds k ON k.list = e.kind_list`;

/** The newest value said of one bit: the greatest of (place in the payload, value). */
function newest(bit: number): string {
  return `coalesce(max(CASE WHEN e.said & ${bit} <> 0 THEN e.seq::bigint * 2 + (e.flags & ${bit} <> 0)::int END) & 1, 0) * ${bit}`;
}

const statedEdges = `
  CREATE TEMP TABLE load_edge ON COMMIT DROP AS
  SELECT s.id AS source, k.kinds[1] AS kind, t.id AS target, bit_or(e.said) AS said,
    (${[EdgeFlag.Collected, ...Object.values(PropertyFlag).map(newest)].join(' + ')})::smallint AS flags
  FROM ${identified}
  GROUP BY 1, 2, 3`;

const becomes = `((e.flags & ~l.said) | l.flags)`;

/** The edges that are new (`old` is null) or whose bits change. */
const differences = `
  CREATE TEMP TABLE edge_difference ON COMMIT DROP AS
  SELECT l.source, l.kind, l.target, e.flags AS old, coalesce(${becomes}, l.flags)::smallint AS flags
  FROM load_edge l LEFT JOIN edge e ON (e.source, e.kind, e.target) = (l.source, l.kind, l.target)
  WHERE e.source IS NULL OR ${becomes} <> e.flags`;

/** In the order of the primary key: neighbouring rows share pages of both indexes. */
const insertNew = `
  INSERT INTO edge (source, target, kind, flags)
  SELECT source, target, kind, flags FROM edge_difference WHERE old IS NULL
  ORDER BY source, kind, target ON CONFLICT DO NOTHING`;

const updateKnown = `
  UPDATE edge e SET flags = d.flags FROM edge_difference d
  WHERE d.old IS NOT NULL AND (e.source, e.kind, e.target) = (d.source, d.kind, d.target)`;

const logNew = `
  INSERT INTO delta_edge SELECT 1, source, target, kind FROM edge_difference
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
  SELECT (SELECT count(*) FROM edge_difference WHERE old IS NULL)::int AS created,
    (SELECT count(*) FROM (
      SELECT source, kind, target FROM edge_difference WHERE old IS NOT NULL
      UNION SELECT source, kind, target FROM props_difference
      EXCEPT SELECT source, kind, target FROM edge_difference WHERE old IS NULL) c)::int AS changed,
    0 AS removed`;

const stampSessions = `
  INSERT INTO session_seen AS known (source, target, seen_on)
  SELECT source, target, $1::date FROM load_edge WHERE kind = ${Kind.HasSession} ORDER BY source, target
  ON CONFLICT (source, target) DO UPDATE SET seen_on = excluded.seen_on WHERE known.seen_on < excluded.seen_on`;

/** Writes the edges of the payload whose ends are known by now. */
export async function mergeEdges(tx: SqlRunner, today: string): Promise<EdgeTotals> {
  await tx.query(statedEdges);
  await tx.query('ANALYZE load_edge');
  await tx.query(differences);
  await tx.query(insertNew);
  await tx.query(updateKnown);
  await tx.query(logNew);
  await tx.query(propertyDifferences);
  await tx.query(writeProperties);
  await tx.query(stampSessions, [today]);
  const counted = await tx.query<EdgeTotals>(countDifferences);
  return counted[0] ?? { created: 0, changed: 0, removed: 0 };
}

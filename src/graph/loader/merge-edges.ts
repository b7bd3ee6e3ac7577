import type { SqlRunner } from '../../database/database.js';
import { forgetContradicted, forgetDisputed, isNewToOtherLists } from '../lists/forget-changed.js';
import { identifyOwners } from '../lists/load-owners.js';
import { withdrawUnlisted } from '../lists/merge-lists.js';
import { isSingle, stampDays } from '../lists/stamp-days.js';
import { areTooMany, type EdgeTotals, loggedKinds } from './delta.js';
import { insertMany } from './insert-many.js';
import { mergeStaged } from './merged-edges.js';
import { findStagedEdges } from './staged-edges.js';

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

const statedProperties = (staged: string) => `
  CREATE TEMP TABLE stated_props ON COMMIT DROP AS
  SELECT source, kind, target, merge_props(props ORDER BY seq) AS props, count(*) AS times
  FROM (${staged}) e WHERE props IS NOT NULL GROUP BY source, kind, target`;

const propertyDifferences = `
  CREATE TEMP TABLE props_difference ON COMMIT DROP AS
  SELECT l.source, l.kind, l.target, l.props
  FROM stated_props l LEFT JOIN edge_props p ON (p.source, p.kind, p.target) = (l.source, l.kind, l.target)
  WHERE p.source IS NULL OR p.props || l.props <> p.props`;

const writeProperties = `
  INSERT INTO edge_props AS p (source, target, kind, props)
  SELECT source, target, kind, props FROM props_difference ORDER BY source, kind, target
  ON CONFLICT (source, kind, target) DO UPDATE SET props = p.props || excluded.props`;

/** How many edges of `merged_edge m` are so, by SQL. What there is none of is not looked for. */
const counted = {
  created: 'm.old IS NULL',
  changed: 'm.flags <> m.old',
  /** New, of those that readers are told of. */
  logged: `m.old IS NULL AND m.kind IN (${loggedKinds.join(', ')})`,
  single: isSingle,
  disputed: 'm.is_disputed',
  newToOtherLists: isNewToOtherLists,
};

const countEdges = `
  SELECT ${Object.entries(counted)
    .map(([name, condition]) => `(count(*) FILTER (WHERE ${condition}))::int AS "${name}"`)
    .join(', ')}
  FROM merged_edge m`;

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
  const staged = await findStagedEdges(tx);
  await mergeStaged(tx, staged);
  const withdrawn = await withdrawUnlisted(tx);
  const counts = await countMerged(tx);
  if (counts.changed > 0) await tx.query(updateKnown);
  const unlogged = (await areTooMany(tx, counts.logged, counts.created - withdrawn.removed)) ? counts.logged : 0;
  if (counts.logged > unlogged) await tx.query(logNew);
  await tx.query(statedProperties(staged));
  await tx.query(propertyDifferences);
  await tx.query(writeProperties);
  const [properties = { changed: 0 }] = await tx.query<{ changed: number }>(countPropertyChanges);
  const changed = counts.changed + properties.changed + withdrawn.changed;
  await forgetContradicted(tx, {
    anyChanged: changed + withdrawn.removed > 0,
    anyNewToOtherLists: counts.newToOtherLists > 0,
  });
  await forgetDisputed(tx, counts.disputed > 0);
  await stampDays(tx, day, counts.single > 0);
  return { created: counts.created, changed, removed: withdrawn.removed, unlogged };
}

async function countMerged(tx: SqlRunner): Promise<Record<keyof typeof counted, number>> {
  const [counts] = await tx.query<Record<keyof typeof counted, number>>(countEdges);
  return counts ?? { created: 0, changed: 0, logged: 0, single: 0, disputed: 0, newToOtherLists: 0 };
}

export async function insertNewEdges(tx: SqlRunner, created: number): Promise<void> {
  await insertMany(tx, 'edge', created, () => tx.query(insertNew));
}

import type { SqlScript } from '../../database/sql-script.js';
import { forgetContradicted, forgetDisputed } from '../lists/forget-changed.js';
import { identifyOwners } from '../lists/load-owners.js';
import { withdrawUnlisted } from '../lists/merge-lists.js';
import { isSingle, type SingleEdges, stampDays } from '../lists/stamp-days.js';
import { areTooMany, type EdgeTotals, loggedKinds } from './delta.js';
import { insertMany } from './insert-many.js';
import { countOpen, mergeStaged, settleOpen } from './merged-edges.js';
import { findStagedEdges } from './staged-edges.js';
import type { Staged } from './staging.js';

const insertNew = `
  INSERT INTO edge (source, target, kind, flags)
  SELECT source, target, kind, flags FROM merged_edge WHERE old IS NULL`;

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
  newSingle: `m.old IS NULL AND ${isSingle}`,
  disputed: 'm.is_disputed',
};

type EdgeCounts = Readonly<Record<keyof typeof counted | 'open', number>>;

const countEdges = (total: string) => `
  SELECT (${countOpen(total)})::int AS open, ${Object.entries(counted)
    .map(([name, condition]) => `(count(*) FILTER (WHERE ${condition}))::int AS "${name}"`)
    .join(', ')}
  FROM merged_edge m`;

/** Known edges of which properties alone have changed. */
const propertyChanges = `
  SELECT count(*)::int AS changed FROM props_difference p
    JOIN merged_edge m ON (m.source, m.kind, m.target) = (p.source, p.kind, p.target) WHERE m.flags = m.old`;

export interface MergedEdges extends EdgeTotals {
  readonly singles: SingleEdges;
}

/**
 * Finds what becomes of the edges of the payload, whose ends are known by now; writes all of that but the new edges, which are left to
 * {@link insertNewEdges}, and removes those that its lists no longer hold.
 */
export async function mergeEdges(
  script: SqlScript,
  { edgeCount, anyMatch, anyEdgeProperties, anyListOfOthers, areOwnersStated }: Staged,
  day: string,
): Promise<MergedEdges> {
  const anyContested = await identifyOwners(script, areOwnersStated);
  const staged = await findStagedEdges(script);
  const total = anyMatch ? '(SELECT count(*) FROM stage_edge)' : String(edgeCount);
  const counts = await mergeAndCount(script, { staged, total }, !anyListOfOthers && !anyContested);
  const withdrawn = await withdrawUnlisted(script);
  if (counts.changed > 0) script.add(updateKnown);
  const unlogged = (await areTooMany(script, counts.logged, counts.created - withdrawn.removed)) ? counts.logged : 0;
  if (counts.logged > unlogged) script.add(logNew);
  mergeProperties(script, anyEdgeProperties ? staged : `${staged} LIMIT 0`);
  const changed = counts.changed + withdrawn.changed + (anyEdgeProperties ? await countPropertyChanges(script) : 0);
  await forgetContradicted(script, {
    anyCreated: counts.created > 0,
    anyChanged: changed + withdrawn.removed > 0,
  });
  forgetDisputed(script, counts.disputed > 0);
  await stampDays(script, day, counts);
  return { created: counts.created, changed, removed: withdrawn.removed, unlogged, singles: counts };
}

/** SQL: the edges that are staged, as {@link findStagedEdges} gives them, and how many these are. */
interface StagedEdges {
  readonly staged: string;
  readonly total: string;
}

async function mergeAndCount(
  script: SqlScript,
  { staged, total }: StagedEdges,
  areListsOwn: boolean,
): Promise<EdgeCounts> {
  mergeStaged(script, staged, areListsOwn);
  const counts = await countMerged(script, total);
  if (counts.open === 0) return counts;
  settleOpen(script, staged);
  return countMerged(script, total);
}

async function countMerged(script: SqlScript, total: string): Promise<EdgeCounts> {
  const [counts] = await script.query<EdgeCounts>(countEdges(total));
  return counts ?? { open: 0, created: 0, changed: 0, logged: 0, single: 0, newSingle: 0, disputed: 0 };
}

/** Makes the tables `stated_props` of what is no bit, and `props_difference` of what it changes; others read them, also where they are empty. */
function mergeProperties(script: SqlScript, staged: string): void {
  script.add(statedProperties(staged));
  script.add(propertyDifferences);
  script.add(writeProperties);
}

async function countPropertyChanges(script: SqlScript): Promise<number> {
  const [found] = await script.query<{ changed: number }>(propertyChanges);
  return found?.changed ?? 0;
}

export async function insertNewEdges(script: SqlScript, created: number): Promise<void> {
  await insertMany(script, 'edge', created, insertNew);
}

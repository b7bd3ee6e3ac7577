import type { SqlRunner } from '../database/database.js';
import { EdgeFlag } from '../graph/edge-flag.js';
import { loggedKinds } from '../graph/loader/delta.js';

/** Where the rules write what should follow from the graph; repeats are harmless. */
export async function openDerivedEdges(tx: SqlRunner): Promise<void> {
  await tx.query('CREATE TEMP TABLE derived_edge (source bigint, kind smallint, target bigint) ON COMMIT DROP');
}

const { Collected, Derived } = EdgeFlag;

/** What is derived now but was not (`old` tells the bits of an edge that is there all the same), and what was but is no longer. */
const differences = (scope: string) => `
  CREATE TEMP TABLE derived_difference ON COMMIT DROP AS
  SELECT source, kind, target, d.wanted, coalesce(e.flags, other.flags) AS old
  FROM (SELECT DISTINCT source, kind, target, true AS wanted FROM derived_edge) d
    FULL JOIN (SELECT source, kind, target, flags FROM edge WHERE (flags & ${Derived}) <> 0 AND ${scope}) e USING (source, kind, target)
    LEFT JOIN edge other USING (source, kind, target)
  WHERE d.wanted IS NULL OR e.flags IS NULL`;

/** Nodes may have been removed since the rules looked at them. */
const dropDangling = (end: 'source' | 'target') => `
  DELETE FROM derived_difference d
  WHERE d.wanted AND d.old IS NULL AND NOT EXISTS (SELECT FROM node n WHERE n.id = d.${end})`;

const insertNew = `
  INSERT INTO edge (source, target, kind, flags)
  SELECT source, target, kind, ${Derived} FROM derived_difference WHERE wanted AND old IS NULL
  ORDER BY source, kind, target`;

const markKnown = `
  UPDATE edge e SET flags = e.flags | ${Derived} FROM derived_difference d
  WHERE d.wanted AND d.old IS NOT NULL AND (e.source, e.kind, e.target) = (d.source, d.kind, d.target)`;

const unmarkCollected = `
  UPDATE edge e SET flags = e.flags & ~${Derived} FROM derived_difference d
  WHERE d.wanted IS NULL AND d.old & ${Collected} <> 0 AND (e.source, e.kind, e.target) = (d.source, d.kind, d.target)`;

const deleteRest = `
  DELETE FROM edge e USING derived_difference d
  WHERE d.wanted IS NULL AND d.old & ${Collected} = 0 AND (e.source, e.kind, e.target) = (d.source, d.kind, d.target)`;

/** The differences that readers see: an edge came or went. */
const visible = `derived_difference d JOIN kind k ON k.id = d.kind
  WHERE CASE WHEN d.wanted THEN d.old IS NULL ELSE d.old & ${Collected} = 0 END`;

const logChanges = `
  INSERT INTO delta_edge SELECT CASE WHEN d.wanted THEN 1 ELSE -1 END, d.source, d.target, d.kind
  FROM ${visible} AND d.kind IN (${loggedKinds.join(', ')})`;

const summary = `
  SELECT k.name AS kind, (count(*) FILTER (WHERE d.wanted))::int AS created, (count(*) FILTER (WHERE d.wanted IS NULL))::int AS removed
  FROM ${visible} GROUP BY k.name ORDER BY k.name`;

/** How many edges of one kind came and went. */
export interface DerivedKindChange {
  readonly kind: string;
  readonly created: number;
  readonly removed: number;
}

/**
 * Makes the derived edges of the graph equal to those gathered, by difference: a second time changes nothing. An edge that a source
 * states too stays when it is no longer derived. Under the write lock.
 * @param scope SQL condition on `kind`: the kinds that the rules so far account for
 */
export async function applyDerivedEdges(tx: SqlRunner, scope: string): Promise<DerivedKindChange[]> {
  await tx.query('ANALYZE derived_edge');
  for (const statement of [
    differences(scope),
    dropDangling('source'),
    dropDangling('target'),
    insertNew,
    markKnown,
    unmarkCollected,
    deleteRest,
    logChanges,
  ])
    await tx.query(statement);
  return tx.query<DerivedKindChange>(summary);
}

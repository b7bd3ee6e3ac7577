import type { SqlRunner } from '../database/database.js';
import { EdgeFlag, statedFlags } from '../graph/store/edge-flag.js';
import { loggedKinds } from '../graph/loader/delta.js';

/** Where the rules write what should follow from the graph; repeats are harmless. */
export async function openDerivedEdges(tx: SqlRunner): Promise<void> {
  await tx.query('CREATE TEMP TABLE derived_edge (source bigint, kind smallint, target bigint) ON COMMIT DROP');
}

const { Derived } = EdgeFlag;

const insertNew = `
  INSERT INTO edge (source, target, kind, flags)
  SELECT source, target, kind, ${Derived} FROM derived_difference WHERE wanted AND old IS NULL
  ORDER BY source, kind, target`;

const markKnown = `
  UPDATE edge e SET flags = e.flags | ${Derived} FROM derived_difference d
  WHERE d.wanted AND d.old IS NOT NULL AND (e.source, e.kind, e.target) = (d.source, d.kind, d.target)`;

const unmarkStated = `
  UPDATE edge e SET flags = e.flags & ~${Derived} FROM derived_difference d
  WHERE d.wanted IS NULL AND d.old & ${statedFlags} <> 0 AND (e.source, e.kind, e.target) = (d.source, d.kind, d.target)`;

/** The properties of an edge that a source stated once stay for as long as it is derived. */
const deleteRestOf = (table: 'edge' | 'edge_props') => `
  DELETE FROM ${table} e USING derived_difference d
  WHERE d.wanted IS NULL AND d.old & ${statedFlags} = 0 AND (e.source, e.kind, e.target) = (d.source, d.kind, d.target)`;

/** The differences that readers see: an edge came or went. */
const visible = `CASE WHEN wanted THEN old IS NULL ELSE old & ${statedFlags} = 0 END`;

const logChanges = `
  INSERT INTO delta_edge SELECT CASE WHEN wanted THEN 1 ELSE -1 END, source, target, kind FROM derived_difference
  WHERE ${visible} AND kind IN (${loggedKinds.join(', ')})`;

const summary = `
  SELECT k.name AS kind, d.created, d.removed
  FROM (
    SELECT kind, (count(*) FILTER (WHERE wanted))::int AS created, (count(*) FILTER (WHERE wanted IS NULL))::int AS removed
    FROM derived_difference WHERE ${visible} GROUP BY kind) d JOIN kind k ON k.id = d.kind
  ORDER BY k.name`;

/** How many edges of one kind came and went. */
export interface DerivedKindChange {
  readonly kind: string;
  readonly created: number;
  readonly removed: number;
}

/**
 * Makes the derived edges of the graph equal to those gathered, by what `derived_difference` has: a second time changes nothing. An
 * edge that a source states too stays when it is no longer derived. Under the write lock.
 */
export async function applyDerivedEdges(tx: SqlRunner): Promise<DerivedKindChange[]> {
  const changes = [insertNew, markKnown, unmarkStated, deleteRestOf('edge_props'), deleteRestOf('edge'), logChanges];
  for (const statement of changes) await tx.query(statement);
  return tx.query<DerivedKindChange>(summary);
}

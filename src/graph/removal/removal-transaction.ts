import type { SqlConnection, SqlRunner } from '../../database/database.js';
import { publish } from '../store/graph-version.js';
import { type CountsByKind, countGoneNodes, removeGoneNodes } from './gone-nodes.js';
import { IdSet } from './id-set.js';
import { type EdgeSelection, removeEdges } from './remove-edges.js';

export interface Removed {
  readonly nodes: CountsByKind;
  readonly edges: CountsByKind;
  readonly versionBefore: number;
  /** Equals the one before if nothing was removed. */
  readonly versionAfter: number;
}

/** Counts what {@link removeAll} removes. */
export async function previewAll(tx: SqlConnection, edges: EdgeSelection, version: number): Promise<Removed> {
  const { counts } = await run(tx, edges, true);
  return { ...counts, versionBefore: version, versionAfter: version };
}

/**
 * Removes the nodes in `gone_node`, all their edges, and the selected edges, and makes that a version of the graph. Under the write lock; the
 * last step of its transaction.
 */
export async function removeAll(tx: SqlConnection, edges: EdgeSelection, versionBefore: number): Promise<Removed> {
  const { counts, owners, gone } = await run(tx, edges, false);
  await removeGoneNodes(tx);
  const versionAfter = await publish(tx, { owners: [...owners, ...gone], nodes: gone });
  return { ...counts, versionBefore, versionAfter };
}

async function run(tx: SqlConnection, selection: EdgeSelection, isPreview: boolean) {
  await tx.query('ANALYZE gone_node');
  const all = await IdSet.read(tx, 'SELECT id FROM node');
  const gone = await IdSet.read(tx, 'SELECT id FROM gone_node');
  const nodes = { exists: (id: number) => all.has(id), goes: (id: number) => gone.has(id) };
  const edges = await removeEdges(tx, nodes, selection, isPreview);
  const counts = { nodes: await countGoneNodes(tx), edges: await named(tx, edges.counts) };
  return { counts, owners: edges.owners, gone };
}

async function named(tx: SqlRunner, counts: ReadonlyMap<number, number>): Promise<CountsByKind> {
  const kinds = await tx.query<{ id: number; name: string }>(
    'SELECT id, name FROM kind WHERE id = ANY ($1::smallint[]) ORDER BY name',
    [[...counts.keys()]],
  );
  return Object.fromEntries(kinds.map(({ id, name }) => [name, counts.get(id) ?? 0]));
}

import type { SqlConnection, SqlRunner } from '../../database/database.js';
import { kindNames } from '../../graph/kinds/kind-catalogue.js';
import type { Graph } from '../../graph/memory/graph.js';
import { logAnalysed } from '../../graph/store/change-log.js';
import { currentVersion, publish } from '../../graph/store/graph-version.js';
import { lockGraphForWriting } from '../../graph/store/graph-transaction.js';
import { compareLists, type KindChange } from './compare-lists.js';
import type { Derivation } from './derive.js';
import type { EdgeLists } from '../facts/edge-lists.js';
import { isStated } from '../facts/graph-facts.js';
import { writeSelected } from '../tier-zero/stored-selection.js';

/** Numbers of edges of one kind that were created and removed. */
export interface DerivedKindChange extends Readonly<KindChange> {
  readonly kind: string;
}

export interface WrittenDerivation {
  /** Version of the graph that was written to. */
  readonly versionBefore: number;
  /** Version that it made. */
  readonly version: number;
  readonly edges: readonly DerivedKindChange[];
}

/**
 * Makes the stored lists and selected nodes equal to the derived ones, as one version. A second time changes nothing. The
 * comparison precedes the write lock, so that loads wait for the writing only.
 * @param graph from which all was derived
 */
export async function writeDerivation(
  tx: SqlConnection,
  { formerEdges, edges, selected, tierZero }: Derivation,
  graph: Pick<Graph, 'version' | 'flagsOf' | 'idOf'>,
): Promise<WrittenDerivation> {
  const isStatedEdge = (...edge: [number, number, number]) => isStated(graph, ...edge);
  const idOf = (node: number) => graph.idOf(node);
  let stillStored: ReadonlySet<number> | null = null;
  let differences = compareLists(formerEdges, edges, isStatedEdge, idOf);
  await lockGraphForWriting(tx);
  const versionBefore = await currentVersion(tx);
  if (versionBefore !== graph.version) {
    const nodes = await readNodeIds(tx);
    // A removal took the others out of the lists, too. If it removed more, it requested an analysis.
    const isPresent = (node: number) => nodes.has(idOf(node));
    const present = (all: EdgeLists) => all.filter((source, _kind, target) => isPresent(source) && isPresent(target));
    differences = compareLists(present(formerEdges), present(edges), isStatedEdge, idOf);
    stillStored = nodes;
  }
  const { changes, log, counts } = differences;
  await changes.write(tx);
  const nodes = await writeSelected(tx, selected, idOf, stillStored);
  const version = await publish(tx, { owners: changes.owners, nodes, log });
  await logAnalysed(
    tx,
    Array.from(tierZero, idOf).toSorted((one, other) => one - other),
  );
  return { versionBefore, version, edges: namedCounts(counts) };
}

async function readNodeIds(tx: SqlRunner): Promise<Set<number>> {
  const rows = await tx.query<{ id: number }>('SELECT id FROM node');
  return new Set(rows.map(({ id }) => id));
}

/** Memberships first, because the other rules follow them. */
function namedCounts(counts: ReadonlyMap<number, KindChange>): DerivedKindChange[] {
  const named = [...counts].map(([kind, count]) => ({ kind: kindNames.get(kind) ?? '', ...count }));
  return named.toSorted((one, other) => rank(one) - rank(other) || (one.kind < other.kind ? -1 : 1));
}

function rank({ kind }: DerivedKindChange): number {
  return kind === 'MemberOf' ? 0 : 1;
}

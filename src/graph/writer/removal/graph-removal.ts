import { Injectable } from '@nestjs/common';
import { Database, type SqlRunner } from '../../../database/database.js';
import type { Transaction } from '../../../database/transaction.js';
import { removeOpenEdges } from './open-edges.js';
import { NamedKinds } from '../../kinds/free-kinds.js';
import { requireSameKinds } from '../../store/kind-names.js';
import { currentState } from '../../store/graph-version.js';
import { bulkSettings, lockGraphForWriting } from '../../store/graph-transaction.js';
import { addNodesToRemove, keepSeenSince, openNodesToRemove } from './nodes-to-remove.js';
import { readIds } from './read-ids.js';
import { type EdgeSelection, previewAll, removeAll, type Removed } from './removal-transaction.js';
import { type GraphCriteria, isSelectedEdge, listCondition, nodeCondition, placeCondition } from './selection.js';

/** Deletes parts of the graph: docs/adr/0019-deletion-and-audit.md. */
@Injectable()
export class GraphRemoval {
  constructor(
    private readonly database: Database,
    private readonly namedKinds: NamedKinds,
  ) {}

  /** Counts the nodes and edges that {@link remove} would remove now. Takes no lock. */
  preview(criteria: GraphCriteria): Promise<Removed> {
    return this.database.transaction(async (tx) => {
      await tx.query(bulkSettings);
      return previewAll(tx, await select(tx, criteria));
    }, 'BEGIN ISOLATION LEVEL REPEATABLE READ');
  }

  /**
   * Removes all of it, or nothing if it fails or its request ends. No criteria mean everything.
   * @param also runs in the same transaction when all is removed
   */
  remove(criteria: GraphCriteria, also: (tx: Transaction, removed: Removed) => Promise<void>): Promise<Removed> {
    return this.database.transaction(async (tx) => {
      await tx.query(bulkSettings);
      await lockGraphForWriting(tx);
      const edges = await select(tx, criteria);
      await removeOpenEdges(tx, criteria);
      const removed = await removeAll(tx, edges, this.namedKinds, 'deletion');
      await also(tx, removed);
      return removed;
    });
  }
}

/**
 * Writes the nodes into `node_to_remove`.
 * @returns the edges that are removed beside theirs
 * @throws GraphNotReadyError if the kinds are of another version by now
 */
async function select(tx: SqlRunner, criteria: GraphCriteria): Promise<EdgeSelection> {
  if (criteria.kindsVersion !== undefined)
    requireSameKinds(criteria.kindsVersion, (await currentState(tx)).kindsVersion);
  await openNodesToRemove(tx);
  await addNodesToRemove(tx, nodeCondition(criteria));
  if (criteria.notSeenSince !== undefined) await keepSeenSince(tx, criteria.notSeenSince);
  const lists = listCondition(criteria);
  if (!lists) return { lists, remaining: (_, statements) => statements };
  const place = placeCondition(criteria);
  const sources = await readIds(tx, `SELECT n.id FROM node n WHERE ${place.sql}`, place.values);
  const isSelected = isSelectedEdge(criteria);
  return {
    lists,
    remaining: (edge, statements) => (sources.has(edge.source) && isSelected(edge, statements) ? [] : statements),
  };
}

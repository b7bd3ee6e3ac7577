import { Injectable } from '@nestjs/common';
import { Database, type SqlRunner } from '../../database/database.js';
import type { Transaction } from '../../database/transaction.js';
import { lockGraphForWriting } from '../store/graph-write-lock.js';
import { bulkSettings } from '../loader/bulk-settings.js';
import { currentVersion, openDelta } from '../loader/delta.js';
import { dropPendingBefore, dropPendingOfKind } from '../pending/drop-pending.js';
import { countGone, gatherEdgesOfGone, type GoneCounts, openGone, removeGone } from './remove-gone.js';
import { edgeCondition, type GraphCriteria, nodeCondition } from './selection.js';

export interface Removed extends GoneCounts {
  readonly versionBefore: number;
  /** Equals the one before where nothing was removed. */
  readonly versionAfter: number;
}

/** Removes parts of the graph (docs/adr/0019-deletion-and-audit.md). */
@Injectable()
export class GraphRemoval {
  constructor(private readonly database: Database) {}

  /** What {@link remove} would remove now. Waits for nobody. */
  preview(criteria: GraphCriteria): Promise<Removed> {
    return this.database.transaction(async (tx) => {
      await tx.query(bulkSettings);
      const version = await currentVersion(tx);
      return { ...(await gather(tx, criteria)), versionBefore: version, versionAfter: version };
    }, 'BEGIN ISOLATION LEVEL REPEATABLE READ');
  }

  /**
   * Removes all of it, or nothing where it fails or its request ends. No criteria mean everything.
   * @param also runs in the same transaction when all is removed
   */
  remove(criteria: GraphCriteria, also: (tx: Transaction, removed: Removed) => Promise<void>): Promise<Removed> {
    return this.database.transaction(async (tx) => {
      await tx.query(bulkSettings);
      await lockGraphForWriting(tx);
      const versionBefore = await currentVersion(tx);
      const counts = await gather(tx, criteria);
      await openDelta(tx);
      const removed = { ...counts, versionBefore, versionAfter: await removeGone(tx) };
      await forgetPending(tx, criteria);
      await also(tx, removed);
      return removed;
    });
  }
}

/** What waits for a node must not bring back what was to go. It has no nodes yet, so that criteria on those do not fit it. */
async function forgetPending(
  tx: SqlRunner,
  { source, isSourceless, edgeKinds, kinds, environment, notSeenSince }: GraphCriteria,
): Promise<void> {
  if (isSourceless || edgeKinds || kinds || environment !== undefined) return;
  if (source === undefined) await dropPendingBefore(tx, notSeenSince ?? 'infinity');
  else if (notSeenSince === undefined) {
    const [kind] = await tx.query<{ name: string }>('SELECT name FROM kind WHERE id = $1', [source]);
    if (kind) await dropPendingOfKind(tx, kind.name);
  }
}

async function gather(tx: SqlRunner, criteria: GraphCriteria): Promise<GoneCounts> {
  await openGone(tx);
  const nodes = nodeCondition(criteria);
  await tx.query(`INSERT INTO gone_node SELECT n.id, n.kind FROM node n WHERE ${nodes.sql}`, nodes.values);
  const edges = edgeCondition(criteria);
  if (edges) {
    await tx.query(
      `INSERT INTO gone_edge SELECT e.source, e.kind, e.target FROM edge e JOIN node n ON n.id = e.source WHERE ${edges.sql}`,
      edges.values,
    );
  }
  await gatherEdgesOfGone(tx);
  return countGone(tx);
}

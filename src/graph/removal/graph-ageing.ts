import { Injectable } from '@nestjs/common';
import { Settings } from '../../base/config/settings.js';
import { Database, type SqlRunner } from '../../database/database.js';
import type { Transaction } from '../../database/transaction.js';
import { lockGraphForWriting } from '../store/graph-write-lock.js';
import { bulkSettings } from '../loader/bulk-settings.js';
import { currentVersion, openDelta } from '../loader/delta.js';
import { dropPendingBefore } from '../pending/drop-pending.js';
import { ageEdges, anyOldEdge, type FirstDays } from './age-edges.js';
import { ageNodes, isOldNode } from './age-nodes.js';
import type { Removed } from './graph-removal.js';
import { countGone, gatherEdgesOfGone, openGone, removeGone } from './remove-gone.js';

const dayMs = 86_400_000;

const anyOldNode = `SELECT EXISTS (SELECT FROM node n WHERE ${isOldNode}) OR EXISTS (SELECT FROM pending_edge WHERE seen_on < $1::date) AS any`;

/** Removes what no collection has seen again for RETENTION_SESSIONS and RETENTION_DATA (docs/adr/0019-deletion-and-audit.md). */
@Injectable()
export class GraphAgeing {
  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
  ) {}

  /**
   * All of it in one transaction. A second time the same day it finds nothing, without keeping writers waiting.
   * @param also runs in the same transaction where something was removed
   * @returns null where nothing was too old
   */
  async age(now: Date, also: (tx: Transaction, removed: Removed) => Promise<void>): Promise<Removed | null> {
    const { retentionSessions, retentionData } = this.settings;
    const days = { sessions: firstDay(now, retentionSessions), data: firstDay(now, retentionData) };
    return this.database.transaction(async (tx) => {
      await tx.query(bulkSettings);
      if (!(await isAnythingOld(tx, days))) return null;
      await lockGraphForWriting(tx);
      return removeOld(tx, days, also);
    });
  }
}

async function isAnythingOld(tx: SqlRunner, { sessions, data }: FirstDays): Promise<boolean> {
  const [edges] = await tx.query<{ any: boolean }>(anyOldEdge, [sessions, data]);
  const [nodes] = await tx.query<{ any: boolean }>(anyOldNode, [data]);
  return edges?.any === true || nodes?.any === true;
}

async function removeOld(
  tx: SqlRunner,
  days: FirstDays,
  also: (tx: Transaction, removed: Removed) => Promise<void>,
): Promise<Removed> {
  const versionBefore = await currentVersion(tx);
  await openDelta(tx);
  await openGone(tx);
  await ageEdges(tx, days);
  if (days.data !== null) {
    await ageNodes(tx, days.data);
    await dropPendingBefore(tx, days.data);
  }
  await gatherEdgesOfGone(tx);
  const removed = { ...(await countGone(tx)), versionBefore, versionAfter: await removeGone(tx) };
  if (removed.versionAfter > versionBefore) await also(tx, removed);
  return removed;
}

/** The day, in UTC, from which on things are kept for that many days. */
function firstDay(now: Date, days: number): string | null {
  return days === 0 ? null : new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
}

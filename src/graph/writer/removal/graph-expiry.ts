import { Injectable } from '@nestjs/common';
import { Settings } from '../../../base/config/settings.js';
import { Database, type SqlConnection, type SqlRunner } from '../../../database/database.js';
import type { Transaction } from '../../../database/transaction.js';
import { NamedKinds } from '../../kinds/free-kinds.js';
import { Kind } from '../../kinds/kind-catalogue.js';
import { removeOpenEdgesBefore } from './open-edges.js';
import { bulkSettings, lockGraphForWriting } from '../../store/graph-transaction.js';
import { currentVersion } from '../../store/graph-version.js';
import { dayNumber } from '../../store/list-row.js';
import { dayOfRecord, recordsWithDays, removeDaysBefore } from '../../store/renewed-days.js';
import { endsOfDerivedEdges, hasOlder, listsWithDays } from '../../store/days.js';
import { addNodesToRemove, keepSeenSince, openNodesToRemove } from './nodes-to-remove.js';
import { readIds } from './read-ids.js';
import { type EdgeSelection, removeAll, type Removed } from './removal-transaction.js';
import type { Condition } from './selection.js';

const dayMs = 86_400_000;

/** The first days that still count, `2026-01-31`; null if nothing grows too old. */
interface FirstDays {
  readonly sessions: string | null;
  readonly data: string | null;
}

/** The analysis makes groups for a domain, which no source mentions. They stay while the domain stays and rights are derived through them. */
const findNeeded = `
  SELECT n.id FROM node n JOIN node d ON d.objectid = n.environment
  WHERE n.id IN (SELECT id FROM node_to_remove) AND NOT n.described AND n.id IN (${endsOfDerivedEdges})
    AND d.id NOT IN (SELECT id FROM node_to_remove)`;

/** All lists of these records are gone, because they had the days of the records. */
const removeExpiredRecords = `
  DELETE FROM collector_record WHERE id IN (SELECT r.id FROM ${recordsWithDays} WHERE ${dayOfRecord} < $1::date)`;

/** Removes nodes and edges that no collection has stated for RETENTION_SESSIONS and RETENTION_DATA: docs/adr/0019-deletion-and-audit.md. */
@Injectable()
export class GraphExpiry {
  /** The days and the version of the last check that found nothing. Within a version days are only renewed, so its result stays valid. */
  private lastUnexpired = '';

  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
    private readonly namedKinds: NamedKinds,
  ) {}

  /**
   * Removes expired nodes and edges in one transaction. If there are none, it takes no lock.
   * @param also runs in the same transaction if nodes or edges were removed
   * @returns null if the check without the lock found nothing; else the counts, which may be empty
   */
  async removeExpired(now: Date, also: (tx: Transaction, removed: Removed) => Promise<void>): Promise<Removed | null> {
    const { retentionSessions, retentionData } = this.settings;
    const days = { sessions: firstDay(now, retentionSessions), data: firstDay(now, retentionData) };
    return this.database.transaction(async (tx) => {
      const checked = JSON.stringify([days, await currentVersion(tx)]);
      if (checked === this.lastUnexpired) return null;
      await tx.query(bulkSettings);
      await openNodesToRemove(tx);
      if (!(await hasExpired(tx, days))) {
        this.lastUnexpired = checked;
        return null;
      }
      await lockGraphForWriting(tx);
      return removeLocked(tx, days, this.namedKinds, also);
    });
  }
}

async function hasExpired(tx: SqlRunner, days: FirstDays): Promise<boolean> {
  const { sql, values } = expiredLists(days);
  const edges = await tx.query(`SELECT FROM ${listsWithDays} WHERE ${sql} LIMIT 1`, values);
  if (edges.length > 0) return true;
  if (days.data === null) return false;
  const open = await tx.query('SELECT FROM open_edge WHERE seen < $1::date LIMIT 1', [days.data]);
  if (open.length > 0) return true;
  await findExpiredNodes(tx, days.data, days.sessions);
  return (await tx.query('SELECT FROM node_to_remove LIMIT 1')).length > 0;
}

/** Under the write lock. */
async function removeLocked(
  tx: SqlConnection,
  days: FirstDays,
  named: NamedKinds,
  also: (tx: Transaction, removed: Removed) => Promise<void>,
): Promise<Removed> {
  if (days.data !== null) {
    // Nodes that were found without the lock may have been seen since.
    await findExpiredNodes(tx, days.data, days.sessions);
    await removeOpenEdgesBefore(tx, days.data);
  }
  const removed = await removeAll(tx, expiredEdges(days), named, 'expiry');
  if (days.sessions !== null && days.data !== null) {
    const first = days.sessions < days.data ? days.sessions : days.data;
    await tx.query(removeExpiredRecords, [first]);
    await removeDaysBefore(tx, first);
  }
  if (Object.keys({ ...removed.nodes, ...removed.edges }).length > 0) await also(tx, removed);
  return removed;
}

/** Sessions that are too old keep no node. */
async function findExpiredNodes(tx: SqlRunner, data: string, sessions: string | null): Promise<void> {
  await tx.query('DELETE FROM node_to_remove');
  await addNodesToRemove(tx, { sql: 'n.last_seen < $1::date', values: [data] });
  await keepSeenSince(tx, data, sessions !== null && sessions > data ? sessions : data);
  await tx.query('DELETE FROM node_to_remove WHERE id = ANY ($1::int[])', [[...(await readIds(tx, findNeeded))]]);
}

function expiredEdges(days: FirstDays): EdgeSelection {
  const sessions = days.sessions === null ? -Infinity : dayNumber(days.sessions);
  const data = days.data === null ? -Infinity : dayNumber(days.data);
  return {
    lists: expiredLists(days),
    remaining: ({ kind }, statements) => {
      const first = kind === Kind.HasSession ? sessions : data;
      return statements.filter(({ day }) => day === null || day >= first);
    },
  };
}

function expiredLists({ sessions, data }: FirstDays): Condition {
  const day = `CASE l.list WHEN ${Kind.HasSession} THEN $1::date ELSE $2::date END`;
  return { sql: hasOlder(day), values: [sessions, data] };
}

/** The day, in UTC, from which on things are kept for that many days. */
function firstDay(now: Date, days: number): string | null {
  return days === 0 ? null : new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
}

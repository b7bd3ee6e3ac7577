import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { Database, sqlIn, type SqlRunner } from '../../database/database.js';
import type { Transaction } from '../../database/transaction.js';
import { DeletesExpired } from '../../queue/background-work.js';
import { TaskQueue } from '../../queue/task-queue.js';
import type { KnownAnalysis } from '../analysis-options.js';
import type { AnalysisReport } from '../analysis-report.js';
import type { AnalysisRun } from './analysis-run.js';

/** The columns of an {@link AnalysisRun}. */
const runColumns = `id, status, requested_at AS "requestedAt", requested_by AS "requestedBy", started_at AS "startedAt",
  finished_at AS "finishedAt", stage, failures, begun, summary, reason`;

/**
 * The one that waits, or a new one. The update changes nothing: it locks the row, so that a run is not taken before those who
 * asked for it have committed what it is to see.
 */
const ask = `
  INSERT INTO analysis_run (id, status, requested_at, requested_by) VALUES ($1, 'waiting', $2, $3)
  ON CONFLICT (status) WHERE status = 'waiting' DO UPDATE SET status = excluded.status RETURNING id`;

/** Who takes is alone, so one that runs has lost its process. */
const take = `
  UPDATE analysis_run SET status = 'running', started_at = coalesce(started_at, $1), stage = 0, begun = begun + 1
  WHERE id = (SELECT id FROM analysis_run WHERE status IN ('running', 'waiting') ORDER BY status, requested_at LIMIT 1)
  RETURNING ${runColumns}`;

const complete = `
  UPDATE analysis_run SET status = 'complete', finished_at = $2, graph_version = $3, rules = $4, summary = $5, reason = NULL
  WHERE id = $1 AND status = 'running' RETURNING id`;

const fail = `
  UPDATE analysis_run SET failures = failures + 1, reason = $2,
    status = CASE WHEN failures + 1 < $3 THEN status ELSE 'failed' END,
    finished_at = CASE WHEN failures + 1 < $3 THEN NULL ELSE $4::timestamptz END
  WHERE id = $1 AND status = 'running' RETURNING ${runColumns}`;

const giveUp = `
  UPDATE analysis_run SET status = 'failed', reason = $2, finished_at = $3 WHERE id = $1 AND status = 'running' RETURNING id`;

const record = `
  INSERT INTO analysis_run (id, status, requested_at, requested_by, started_at, finished_at, graph_version, rules, summary)
  VALUES ($1, 'complete', $2, $3, $2, $4, $5, $6, $7)`;

/** Runs that are recorded by themselves and those of the queue end one after another, so the last to end has seen the most. */
const known = `
  SELECT id, graph_version, rules FROM analysis_run WHERE status = 'complete' ORDER BY finished_at DESC LIMIT 1`;

/** Keeps the last run of each status, because the next run and the list of runs need them, and runs that statistics name. */
const deleteSome = `
  WITH deleted AS (
    DELETE FROM analysis_run WHERE id IN (
      SELECT id FROM analysis_run run WHERE finished_at < $1
        AND finished_at < (SELECT max(finished_at) FROM analysis_run last WHERE last.status = run.status)
        AND NOT EXISTS (SELECT FROM data_quality_domain WHERE run_id = run.id)
        AND NOT EXISTS (SELECT FROM data_quality_tenant WHERE run_id = run.id)
      LIMIT 1000) RETURNING 1)
  SELECT count(*)::int AS count FROM deleted`;

/** A run that fails this often is given up. */
export const mostFailures = 3;

/**
 * A run that was begun this often is given up: most likely it ends its process or its database, which then can't tell. So many that it
 * is not for those who end for reasons of their own.
 */
export const mostBegun = 10;

/**
 * Asking for a run of the analysis, and what became of it. However many ask, one waits; who asks while one runs gets the next,
 * since the one that runs may have read the graph before (docs/adr/0018-analysis-runs.md).
 */
@Injectable()
export class AnalysisRuns {
  constructor(
    private readonly database: Database,
    private readonly queue: TaskQueue,
    private readonly clock: Clock,
  ) {}

  /**
   * @param by who asks, for people to read
   * @param on the transaction whose work the run is to see
   * @returns the id of the run that will see it
   */
  async ask(by: string, on?: Transaction): Promise<string> {
    if (!on) return this.database.transaction((tx) => this.ask(by, tx));
    const [row] = await sqlIn(on).prepared<{ id: string }>(ask, [randomUUID(), this.clock.now(), by]);
    if (!row) throw new Error('a run that is asked for has an id');
    await this.queue.add('analysis', {}, { key: 'analysis' }, on);
    return row.id;
  }

  /** Counts the stored runs by status. A status without runs is absent. */
  async countByStatus(): Promise<Readonly<Record<string, number>>> {
    const rows = await this.database.query<{ status: string; runs: number }>(
      'SELECT status, count(*)::integer AS runs FROM analysis_run GROUP BY status',
    );
    return Object.fromEntries(rows.map(({ status, runs }) => [status, runs]));
  }

  /** As {@link ask}. @param also runs in the same transaction */
  askAnd(by: string, also: (tx: Transaction, runId: string) => Promise<void>): Promise<string> {
    return this.database.transaction(async (tx) => {
      const runId = await this.ask(by, tx);
      await also(tx, runId);
      return runId;
    });
  }

  /** Has the task of the runs done again, after a pause. */
  async lookAgain(pauseMs: number): Promise<void> {
    // By the time of the machine, as the queue goes.
    await this.queue.add('analysis', {}, { key: 'analysis', runAt: new Date(Date.now() + pauseMs) });
  }

  /** For how long the next run has been asked for; null where there is none, or where it has begun before and was left. */
  async secondsWaited(): Promise<number | null> {
    const waiting = (await this.current()) ? null : await this.waiting();
    return waiting && (this.clock.now().getTime() - waiting.requestedAt.getTime()) / 1000;
  }

  /** The run that waits. */
  waiting(): Promise<AnalysisRun | null> {
    return this.find("status = 'waiting'");
  }

  /** The run that is under way, or was when its process died. */
  current(): Promise<AnalysisRun | null> {
    return this.find("status = 'running' ORDER BY started_at LIMIT 1");
  }

  /** The run that ended last. */
  last(): Promise<AnalysisRun | null> {
    return this.find('finished_at IS NOT NULL ORDER BY finished_at DESC LIMIT 1');
  }

  /** Begins the run to do next: first one that was left by a process that died. For whoever has the turn ({@link AnalysisTurn}). */
  async take(): Promise<AnalysisRun | null> {
    const [row] = await this.database.query<AnalysisRun>(take, [this.clock.now()]);
    return row ?? null;
  }

  async reach(id: string, stage: number): Promise<void> {
    await this.database.prepared("UPDATE analysis_run SET stage = $2 WHERE id = $1 AND status = 'running'", [
      id,
      stage,
    ]);
  }

  /** @returns whether it did run until now */
  async complete({ runId, ...summary }: AnalysisReport, on: SqlRunner = this.database): Promise<boolean> {
    const { wholeVersion, rules } = summary;
    const values = [runId, this.clock.now(), wholeVersion, rules, JSON.stringify(summary)];
    return (await on.query(complete, values)).length > 0;
  }

  /** It failed once more: it is to be tried again while its status is still `running`. Null where it did not run. */
  async fail(id: string, reason: string, on: SqlRunner = this.database): Promise<AnalysisRun | null> {
    const [row] = await on.query<AnalysisRun>(fail, [id, reason, mostFailures, this.clock.now()]);
    return row ?? null;
  }

  /** @returns whether it did run until now */
  async giveUp(id: string, reason: string, on: SqlRunner): Promise<boolean> {
    return (await on.query(giveUp, [id, reason, this.clock.now()])).length > 0;
  }

  /** It was begun, and left because its process stops, which says nothing about it. */
  async leave(id: string): Promise<void> {
    await this.database.query("UPDATE analysis_run SET begun = begun - 1 WHERE id = $1 AND status = 'running'", [id]);
  }

  /** Notes a run that was made without being asked for here. */
  async record(by: string, startedAt: Date, { runId, ...summary }: AnalysisReport): Promise<void> {
    const { wholeVersion, rules } = summary;
    const values = [runId, startedAt, by, this.clock.now(), wholeVersion, rules, JSON.stringify(summary)];
    await this.database.query(record, values);
  }

  /** What the last complete run has seen; null where it did not see one version whole. */
  async known(): Promise<KnownAnalysis | null> {
    const [row] = await this.database.query<{ id: string; graph_version: string | null; rules: string | null }>(known);
    if (!row || row.graph_version === null || row.rules === null) return null;
    return { runId: row.id, version: Number(row.graph_version), rules: row.rules };
  }

  /** Runs are kept a day longer than uploads, so that no upload names a run that is deleted. */
  @DeletesExpired({ name: 'analysis runs', days: ({ retentionUploads: days }) => (days === 0 ? 0 : days + 1) })
  async deleteExpired(finishedBefore: Date): Promise<number> {
    const [deleted] = await this.database.query<{ count: number }>(deleteSome, [finishedBefore]);
    return deleted?.count ?? 0;
  }

  private async find(condition: string): Promise<AnalysisRun | null> {
    const [row] = await this.database.prepared<AnalysisRun>(
      `SELECT ${runColumns} FROM analysis_run WHERE ${condition}`,
    );
    return row ?? null;
  }
}

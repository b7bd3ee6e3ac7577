import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { Database, oneRow, sqlIn, type SqlRunner } from '../../database/database.js';
import type { Transaction } from '../../database/transaction.js';
import { deleteExpiredChanges, type LogBeginning, readLogBeginning } from '../../graph/store/change-log.js';
import { currentVersion } from '../../graph/store/graph-version.js';
import { DeletesExpired } from '../../queue/background-work.js';
import { TaskQueue } from '../../queue/task-queue.js';
import type { AnalysisReport, KnownAnalysis } from './analysis-report.js';
import { findPoint, type GraphPoint } from './graph-point.js';
import { type AnalysisStage, analysisStages } from '../derivation/analysis-stage.js';
import type { AnalysisRun } from './analysis-run.js';

/** The columns of an {@link AnalysisRun}. */
const runColumns = `id, status, requested_at AS "requestedAt", requested_by AS "requestedBy", started_at AS "startedAt",
  finished_at AS "finishedAt", stage, failures, begun, summary, reason`;

/**
 * Returns the waiting run, or inserts one. The update changes nothing: it locks the row, so that the run does not begin before the
 * transactions that request it have committed.
 */
const requestSql = `
  INSERT INTO analysis_run (id, status, requested_at, requested_by) VALUES ($1, 'waiting', $2, $3)
  ON CONFLICT (status) WHERE status = 'waiting' DO UPDATE SET status = excluded.status RETURNING id`;

/** Only the holder of {@link AnalysisTurn} does this. So a run with the status `running` was left by a process that died. */
const claimNextSql = `
  UPDATE analysis_run SET status = 'running', started_at = coalesce(started_at, $1), stage = 0, begun = begun + 1
  WHERE id = (SELECT id FROM analysis_run WHERE status IN ('running', 'waiting') ORDER BY status, requested_at LIMIT 1)
  RETURNING ${runColumns}`;

const completeSql = `
  UPDATE analysis_run SET status = 'complete', finished_at = $2, graph_version = $3, summary = $4, reason = NULL
  WHERE id = $1 AND status = 'running' RETURNING id`;

const failSql = `
  UPDATE analysis_run SET failures = failures + 1, reason = $2
  WHERE id = $1 AND status = 'running' RETURNING ${runColumns}`;

const giveUpSql = `
  UPDATE analysis_run SET status = 'failed', reason = $2, finished_at = $3, graph_version = $4
  WHERE id = $1 AND status = 'running' RETURNING ${runColumns}`;

const recordSql = `
  INSERT INTO analysis_run (id, status, requested_at, requested_by, started_at, finished_at, graph_version, summary)
  VALUES ($1, 'complete', $2, $3, $2, $4, $5, $6)`;

const newestAnalysisSql = `
  SELECT coalesce(max(graph_version), 0)::float8 AS version,
    count(*) FILTER (WHERE status IN ('waiting', 'running'))::int AS requested
  FROM analysis_run`;

/** Keeps the last run of each status, because the next run and the list of runs need them, and runs that statistics name. */
const deleteExpiredSql = `
  DELETE FROM analysis_run WHERE id IN (
    SELECT id FROM analysis_run run WHERE finished_at < $1
      AND finished_at < (SELECT max(finished_at) FROM analysis_run last WHERE last.status = run.status)
      AND NOT EXISTS (SELECT FROM data_quality_domain WHERE run_id = run.id)
      AND NOT EXISTS (SELECT FROM data_quality_tenant WHERE run_id = run.id)
      AND NOT EXISTS (SELECT FROM data_quality_count WHERE run_id = run.id)
    LIMIT 1000)`;

/** A run that fails this often is given up. */
const maxFailures = 3;

/**
 * A run that was begun this often is given up, because it most likely ends its process or the database, so that no failure is stored. The
 * number is large enough for processes that end for other reasons.
 */
export const maxBegun = 10;

/**
 * Stores requests for the analysis and their results. All requests share one waiting run. A request during a run waits for the next one,
 * because the current one may have read the graph earlier (docs/adr/0018-analysis-runs.md).
 */
@Injectable()
export class AnalysisRuns {
  constructor(
    private readonly database: Database,
    private readonly queue: TaskQueue,
    private readonly clock: Clock,
  ) {}

  /**
   * Requests a run.
   * @param by shown to users
   * @param on a transaction: the run begins after it
   * @returns the id of the run
   */
  async request(by: string, on?: Transaction): Promise<string> {
    if (!on) return this.database.transaction((tx) => this.request(by, tx));
    const values = [randomUUID(), this.clock.now(), by];
    const row = oneRow(await sqlIn(on).prepared<{ id: string }>(requestSql, values));
    await this.queue.add('analysis', {}, { key: 'analysis' }, on);
    return row.id;
  }

  /** The version of the graph if it changed since the last run ended, and no run is requested; else null. */
  async missedVersion(): Promise<number | null> {
    const version = await currentVersion(this.database);
    const [last] = await this.database.query<{ version: number; requested: number }>(newestAnalysisSql);
    return !last || last.requested > 0 || last.version >= version ? null : version;
  }

  /** Counts the stored runs by status. A status without runs is absent. */
  async countByStatus(): Promise<Readonly<Record<string, number>>> {
    const rows = await this.database.query<{ status: string; runs: number }>(
      'SELECT status, count(*)::integer AS runs FROM analysis_run GROUP BY status',
    );
    return Object.fromEntries(rows.map(({ status, runs }) => [status, runs]));
  }

  /** As {@link request}. @param also runs in the same transaction */
  requestWith(by: string, also: (tx: Transaction, runId: string) => Promise<void>): Promise<string> {
    return this.database.transaction(async (tx) => {
      const runId = await this.request(by, tx);
      await also(tx, runId);
      return runId;
    });
  }

  /** Adds the task that runs them, to begin after a pause. */
  async scheduleTask(pauseMs: number): Promise<void> {
    // The queue uses the time of the machine.
    await this.queue.add('analysis', {}, { key: 'analysis', runAt: new Date(Date.now() + pauseMs) });
  }

  /** Seconds since the next run was requested; null if there is none, or if it has begun before. */
  async secondsWaited(): Promise<number | null> {
    const waiting = (await this.current()) ? null : await this.waiting();
    return waiting && (this.clock.now().getTime() - waiting.requestedAt.getTime()) / 1000;
  }

  /** The waiting run. */
  waiting(): Promise<AnalysisRun | null> {
    return this.find("status = 'waiting'");
  }

  /** The run with the status `running`, even if its process died. */
  current(): Promise<AnalysisRun | null> {
    return this.find("status = 'running' ORDER BY started_at LIMIT 1");
  }

  /** The last run that ended. */
  last(): Promise<AnalysisRun | null> {
    return this.find('finished_at IS NOT NULL ORDER BY finished_at DESC LIMIT 1');
  }

  /** The id of the last run that ended; undefined while one waits or runs. */
  async lastId(): Promise<string | undefined> {
    const [row] = await this.database.prepared<{ id: string | null; isNext: boolean }>(`
      SELECT (SELECT id FROM analysis_run WHERE finished_at IS NOT NULL ORDER BY finished_at DESC LIMIT 1),
        EXISTS (SELECT FROM analysis_run WHERE status IN ('waiting', 'running')) AS "isNext"`);
    return row?.isNext ? undefined : (row?.id ?? '');
  }

  lastComplete(): Promise<AnalysisRun | null> {
    return this.find("status = 'complete' ORDER BY finished_at DESC LIMIT 1");
  }

  /** The complete run that ended last until a time. */
  pointBefore(time: Date): Promise<GraphPoint | null> {
    return findPoint(this.database, 'finished_at <= $1 ORDER BY finished_at DESC', [time]);
  }

  /** The last complete run that left a version. */
  pointOf(version: number): Promise<GraphPoint | null> {
    return findPoint(this.database, 'graph_version = $1 ORDER BY finished_at DESC', [version]);
  }

  /** The complete run that left the newest graph. */
  lastPoint(): Promise<GraphPoint | null> {
    return findPoint(this.database, 'true ORDER BY graph_version DESC, finished_at DESC', []);
  }

  /** The first complete run that left a version or a later one. */
  firstPointSince(version: number): Promise<GraphPoint | null> {
    return findPoint(this.database, 'graph_version >= $1 ORDER BY finished_at', [version]);
  }

  /** From when on the changes between the ends of runs are known. */
  logBeginning(): Promise<LogBeginning> {
    return readLogBeginning(this.database);
  }

  /** Begins the next run: one that a dead process left precedes others. Only the holder of {@link AnalysisTurn} may call this. */
  async claimNext(): Promise<AnalysisRun | null> {
    const [row] = await this.database.query<AnalysisRun>(claimNextSql, [this.clock.now()]);
    return row ?? null;
  }

  /** Stores that a stage is complete. */
  async saveStage(id: string, stage: AnalysisStage): Promise<void> {
    await this.database.prepared("UPDATE analysis_run SET stage = $2 WHERE id = $1 AND status = 'running'", [
      id,
      analysisStages.indexOf(stage) + 1,
    ]);
  }

  /** @returns false if the run had another status than `running` */
  async complete(report: AnalysisReport, on?: SqlRunner): Promise<boolean> {
    if (!on) return this.database.transaction((tx) => this.complete(report, tx));
    const { runId, ...summary } = report;
    const values = [runId, this.clock.now(), summary.version, JSON.stringify(summary)];
    const isMine = (await on.query(completeSql, values)).length > 0;
    if (isMine) await this.addFollowers(runId, on);
    return isMine;
  }

  /** Stores a failure. A run whose status is still `running` is to be repeated. @returns null if it had another status before */
  async fail(id: string, reason: string, on: SqlRunner = this.database): Promise<AnalysisRun | null> {
    const [row] = await on.query<AnalysisRun>(failSql, [id, reason]);
    return row && row.failures >= maxFailures ? this.giveUp(id, reason, on) : (row ?? null);
  }

  /** @returns null if the run had another status than `running` */
  async giveUp(id: string, reason: string, on: SqlRunner): Promise<AnalysisRun | null> {
    const [row] = await on.query<AnalysisRun>(giveUpSql, [id, reason, this.clock.now(), await currentVersion(on)]);
    if (row) await this.addAlerts(id, on);
    return row ?? null;
  }

  /** Does not count this attempt, because its process is being stopped. */
  async uncountAttempt(id: string): Promise<void> {
    await this.database.query("UPDATE analysis_run SET begun = begun - 1 WHERE id = $1 AND status = 'running'", [id]);
  }

  /** Stores a complete run of the command line, which nobody requested. */
  async record(
    by: string,
    startedAt: Date,
    { runId, ...summary }: AnalysisReport,
    finishedAt = this.clock.now(),
  ): Promise<void> {
    const values = [runId, startedAt, by, finishedAt, summary.version, JSON.stringify(summary)];
    await this.database.transaction(async (tx) => {
      await tx.query(recordSql, values);
      await this.addFollowers(runId, tx);
    });
  }

  /**
   * The last complete run; null if others wrote to the graph during it. Runs of the command line and of the queue end one after another, so
   * the last one has seen the newest graph.
   */
  async lastRepeatable(): Promise<KnownAnalysis | null> {
    const run = await this.lastComplete();
    if (!run?.summary || run.summary.repeatableVersion === null) return null;
    const { repeatableVersion: version, rules, tierZero, skipped, notes } = run.summary;
    return { runId: run.id, version, rules, tierZero, skipped, notes };
  }

  /** Runs are kept a day longer than uploads, so that no upload names a run that is deleted, and than changes, which are asked for by runs. */
  @DeletesExpired({
    name: 'analysis runs',
    days: ({ retentionUploads: uploads, retentionChanges: changes }) =>
      uploads === 0 || changes === 0 ? 0 : Math.max(uploads, changes) + 1,
  })
  deleteExpired(finishedBefore: Date): Promise<number> {
    return this.database.execute(deleteExpiredSql, [finishedBefore]);
  }

  @DeletesExpired({ name: 'changes of the graph', days: ({ retentionChanges }) => retentionChanges })
  deleteExpiredChanges(loggedBefore: Date): Promise<number> {
    return deleteExpiredChanges(this.database, loggedBefore);
  }

  /** Adds a task about the overview of the last run, or lets the one that waits begin after this pause. They run one after another. */
  async scheduleOverview(task: 'store-overview' | 'store-plan', pauseMs: number, on?: Transaction): Promise<void> {
    const runAt = pauseMs > 0 ? { runAt: new Date(Date.now() + pauseMs) } : {};
    await this.queue.add(task, {}, { key: task, queue: 'store-overview', ...runAt }, on);
  }

  /** Adds the tasks that follow a complete run, in the transaction that ends it. One overview of the last run serves several. */
  private async addFollowers(runId: string, on: SqlRunner): Promise<void> {
    await this.addAlerts(runId, on);
    await this.queue.add('check-plans', { runId }, { key: 'check-plans' }, on);
    await this.scheduleOverview('store-overview', 0, on);
  }

  /** Adds the task that evaluates the alert rules for a run, in the transaction that ends the run. */
  private addAlerts(runId: string, on: SqlRunner): Promise<void> {
    return this.queue.add('evaluate-alerts', { cause: 'run', id: runId }, { key: `evaluate-alerts:run:${runId}` }, on);
  }

  private async find(condition: string): Promise<AnalysisRun | null> {
    const [row] = await this.database.prepared<AnalysisRun>(
      `SELECT ${runColumns} FROM analysis_run WHERE ${condition}`,
    );
    return row ?? null;
  }
}

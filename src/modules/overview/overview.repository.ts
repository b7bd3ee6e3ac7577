import { Injectable } from '@nestjs/common';
import { readEndedRun } from '../../analysis/runs/ended-run.js';
import { readSights } from '../../analysis/sights/sights.js';
import { writeRows } from '../../analysis/sights/write-figures.js';
import type { Visibility } from '../../base/scope/visibility.js';
import { Database } from '../../database/database.js';
import { DeletesExpired } from '../../queue/background-work.js';
import type { TimeRange } from '../../http/input/date-time.js';
import type { DatedExposure, Overview, PlanState, StoredOverview, StoredPlan, ZoneExposure } from './overview.js';

export interface ExposurePoint {
  readonly runId: string;
  readonly finishedAt: Date;
  readonly graphVersion: number;
  readonly accounts: number;
  readonly reaching: number;
  readonly isBreak: boolean;
}

/** A repeated task computes the figures of a run again: the newer ones count. */
const insertSql = `
  INSERT INTO overview (run_id, finished_at, graph_version, is_break, unknown_reach) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT ON CONSTRAINT overview_pkey
    DO UPDATE SET graph_version = excluded.graph_version, unknown_reach = excluded.unknown_reach`;

const insertExposuresSql = `
  INSERT INTO overview_exposure (run_id, zone, environment, name, accounts, reaching)
  SELECT $1, * FROM unnest($2::int[], $3::text[], $4::text[], $5::int[], $6::int[])`;

const columns = `o.run_id AS "runId", o.finished_at AS "finishedAt", o.graph_version::float8 AS "graphVersion",
  o.is_break AS "isBreak"`;

const newestSql = `
  SELECT ${columns}, o.unknown_reach AS "unknownReach", o.plan_state AS "planState", o.failures, o.plan
  FROM overview o ORDER BY o.finished_at DESC, o.run_id LIMIT 1`;

/** The newest points, oldest first. */
const historySql = `
  SELECT * FROM (
    SELECT ${columns}, e.accounts, e.reaching FROM overview o JOIN overview_exposure e ON e.run_id = o.run_id
    WHERE e.zone = $1 AND e.environment = $2 AND o.finished_at >= $3 AND o.finished_at < $4
    ORDER BY o.finished_at DESC, o.run_id LIMIT $5) points
  ORDER BY "finishedAt", "runId"`;

/** Of each zone and environment the first run of a day, and the last run of all, so that a year has at most 366 points. */
const dailySql = `
  SELECT * FROM (
    SELECT DISTINCT ON (e.zone, e.environment, day) o.finished_at AS at, e.zone, e.environment, e.name, e.accounts, e.reaching
    FROM overview_exposure e JOIN (
      SELECT run_id, finished_at, CASE WHEN row_number() OVER (ORDER BY finished_at DESC, run_id) = 1 THEN 'infinity'::timestamptz
        ELSE date_trunc('day', finished_at, 'UTC') END AS day
      FROM overview WHERE finished_at >= $1) o ON o.run_id = e.run_id
    WHERE e.zone = ANY ($2::int[]) AND (cardinality($3::text[]) = 0 OR e.environment = ANY ($3))
    ORDER BY e.zone, e.environment, day, o.finished_at) points
  ORDER BY at, zone, environment LIMIT $4`;

/** Of runs before one: a task that ends late must not drop the plan of a newer run. */
const dropFormerPlans = `
  UPDATE overview SET plan = NULL WHERE plan IS NOT NULL
    AND finished_at < (SELECT finished_at FROM overview WHERE run_id = $1)`;

@Injectable()
export class OverviewRepository {
  constructor(private readonly database: Database) {}

  /** Whether the difference of a run to the one before has another reason than new data. */
  async isBreak(runId: string): Promise<boolean> {
    return (await readEndedRun(this.database, runId))?.isBreak ?? false;
  }

  async save(overview: Overview, exposures: readonly ZoneExposure[]): Promise<void> {
    const { runId, finishedAt, graphVersion, isBreak, unknownReach } = overview;
    await this.database.transaction(async (tx) => {
      await tx.query(insertSql, [runId, finishedAt, graphVersion, isBreak, unknownReach]);
      await tx.query('DELETE FROM overview_exposure WHERE run_id = $1', [runId]);
      await tx.query(insertExposuresSql, [
        runId,
        exposures.map(({ zone }) => zone),
        exposures.map(({ environment }) => environment),
        exposures.map(({ name }) => name),
        exposures.map(({ accounts }) => accounts),
        exposures.map(({ reaching }) => reaching),
      ]);
    });
  }

  /** What limited accounts see: figures are counted for each set. */
  listSights(): Promise<Visibility[]> {
    return readSights(this.database);
  }

  /** The same for accounts that see a part of the graph. They have no plan. */
  async saveFor({ digest }: Visibility, overview: Overview, exposures: readonly ZoneExposure[]): Promise<void> {
    const { runId, finishedAt, graphVersion, isBreak, unknownReach } = overview;
    const row = {
      finished_at: finishedAt.toISOString(),
      graph_version: graphVersion,
      is_break: isBreak,
      unknown_reach: unknownReach,
      plan_state: 'none',
      failures: 0,
    };
    await this.database.transaction(async (tx) => {
      const former = `DELETE FROM sight_figure WHERE sight = $1 AND run_id = $2 AND relation IN ('overview', 'overview_exposure')`;
      await tx.query(former, [digest, runId]);
      await writeRows(
        tx,
        [digest, runId, finishedAt],
        [
          { relation: 'overview', row },
          ...exposures.map((exposure) => ({ relation: 'overview_exposure', row: exposure })),
        ],
      );
    });
  }

  /** Plans of former runs are not kept: they name objects, and nobody asks for them. */
  async savePlan(runId: string, state: PlanState, plan: StoredPlan | null): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.query('UPDATE overview SET plan_state = $2, plan = $3 WHERE run_id = $1', [
        runId,
        state,
        plan && JSON.stringify(plan),
      ]);
      await tx.query(dropFormerPlans, [runId]);
    });
  }

  /** @returns how often the plan of a run has failed by now */
  async countFailure(runId: string): Promise<number> {
    const [row] = await this.database.query<{ failures: number }>(
      'UPDATE overview SET failures = failures + 1 WHERE run_id = $1 RETURNING failures',
      [runId],
    );
    return row?.failures ?? 0;
  }

  async newest(): Promise<StoredOverview | null> {
    const [row] = await this.database.prepared<StoredOverview>(newestSql);
    return row ?? null;
  }

  listExposures(runId: string): Promise<ZoneExposure[]> {
    return this.database.prepared<ZoneExposure>(
      `SELECT zone, environment, name, accounts, reaching FROM overview_exposure WHERE run_id = $1
       ORDER BY zone, environment <> '', reaching DESC, environment`,
      [runId],
    );
  }

  /** @param environment empty: all accounts */
  listHistory(zone: number, environment: string, { start, end }: TimeRange, most: number): Promise<ExposurePoint[]> {
    return this.database.prepared<ExposurePoint>(historySql, [zone, environment, start, end, most]);
  }

  /** @param environments object ids; empty: all of them, and all accounts */
  listDaily(
    zones: readonly number[],
    environments: readonly string[],
    since: Date,
    most: number,
  ): Promise<DatedExposure[]> {
    return this.database.query<DatedExposure>(dailySql, [since, zones, environments, most]);
  }

  @DeletesExpired({ name: 'history of exposure', days: ({ retentionFindings }) => retentionFindings })
  deleteExpired(before: Date): Promise<number> {
    return this.database.execute(
      'DELETE FROM overview WHERE finished_at < $1 AND finished_at < (SELECT max(finished_at) FROM overview)',
      [before],
    );
  }
}

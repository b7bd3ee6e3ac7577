import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { timeToken } from '../../../database/sql/json-token.js';
import type { TimeRange } from '../../../http/input/date-time.js';
import type { JsonText } from '../../../http/json-text.js';
import { listPage } from '../../../http/list/list-page.js';
import { DeletesExpired } from '../../../queue/background-work.js';
import { isAmongAsked } from '../../environments/asked-environments.js';
import { type FindingScope, scopeValues } from './findings.repository.js';
import type { PostureHistory } from './posture.dto.js';
import {
  postureStatList,
  type PostureStatRequest,
  postureStatShape,
  sparklineList,
  type SparklineRequest,
  sparklineShape,
} from './posture.fields.js';

/** The history of some environments. */
export interface HistoryScope extends FindingScope, TimeRange {}

/** The counts of the findings of one type over a range. */
export interface TrendRow {
  readonly finding: string;
  readonly environments: string[];
  readonly risk: number;
  readonly atStart: number;
  readonly atEnd: number;
  readonly added: number;
  readonly archived: number;
  readonly impact: number;
  readonly exposure: number;
}

/** $1: environments, $2: tag, $3: start, $4: end. */
function historyValues({ start, end, ...scope }: HistoryScope): (string | number)[] {
  return [...scopeValues(scope), start.toISOString(), end.toISOString()];
}

const isAskedFor = (environment: string) => isAmongAsked(environment, '$1');

const hasTag = (table: string) => `($2::integer = -1 OR ${table}.asset_group_tag_id = $2::integer)`;

const isInRange = (table: string) => `${table}.created_at >= $3::timestamptz AND ${table}.created_at < $4::timestamptz`;

/** Counts of all tags of one run are one row. */
const sparklines = `(SELECT min(c.id) AS id, c.created_at, c.updated_at, c.deleted_at, c.environment, c.finding,
    sum(c.finding_count) AS finding_count, sum(c.impacted_asset_count) AS impacted_asset_count, max(c.composite_risk) AS composite_risk
  FROM finding_count c
  WHERE ${isAskedFor('c.environment')} AND ${hasTag('c')} AND ${isInRange('c')} AND c.finding = $5
  GROUP BY c.run_id, c.created_at, c.updated_at, c.deleted_at, c.environment, c.finding) d`;

/** The last run before a time. Each run has the state of the whole graph. */
const lastRun = (before: string) =>
  `(SELECT p.run_id FROM posture_stat p WHERE p.created_at < ${before}::timestamptz ORDER BY p.created_at DESC, p.id DESC LIMIT 1)`;

const trends = `
  WITH runs AS MATERIALIZED (SELECT ${lastRun('$3')} AS first, ${lastRun('$4')} AS last)
  SELECT c.finding, array_agg(DISTINCT c.environment ORDER BY c.environment) AS environments,
    coalesce(max(c.composite_risk) FILTER (WHERE c.run_id = runs.last), 0) AS risk,
    coalesce(sum(c.finding_count) FILTER (WHERE c.run_id = runs.first), 0)::int AS "atStart",
    coalesce(sum(c.finding_count) FILTER (WHERE c.run_id = runs.last), 0)::int AS "atEnd",
    coalesce(sum(c.added) FILTER (WHERE ${isInRange('c')}), 0)::int AS added,
    coalesce(sum(c.archived) FILTER (WHERE ${isInRange('c')}), 0)::int AS archived,
    coalesce(max(c.impact_count) FILTER (WHERE c.run_id = runs.last), 0) AS impact,
    coalesce(max(c.exposure_count) FILTER (WHERE c.run_id = runs.last), 0) AS exposure
  FROM finding_count c CROSS JOIN runs
  WHERE ${isAskedFor('c.environment')} AND ${hasTag('c')} AND (${isInRange('c')} OR c.run_id = runs.first)
  GROUP BY c.finding ORDER BY risk DESC, c.finding`;

const ofCounts = (value: string) => `(SELECT ${value} FROM finding_count c
  WHERE c.run_id = d.run_id AND ${isAskedFor('c.environment')} AND ${hasTag('c')})`;

const ofDataQuality = (column: string) => `(SELECT avg(q.${column}) FROM data_quality_domain q
  WHERE q.run_id = d.run_id AND ${isAskedFor('q.domainsid')})`;

/** By type: the value of one run `d`; null if it has none. */
const histories: Readonly<Record<PostureHistory, string>> = {
  findings: ofCounts('coalesce(sum(c.finding_count), 0)'),
  exposure: 'avg(d.exposure_index)',
  assets: 'sum(d.tier_zero_count)',
  'session-completeness': ofDataQuality('session_completeness'),
  'group-completeness': ofDataQuality('local_group_completeness'),
  'attack-paths': ofCounts('count(DISTINCT c.finding) FILTER (WHERE c.finding_count > 0)'),
  'archived-findings': ofCounts('coalesce(sum(c.archived), 0)'),
};

const historySql = (type: PostureHistory) => `
  SELECT date, value::float8 AS value FROM (
    SELECT d.created_at AS date, ${histories[type]} AS value FROM posture_stat d
    WHERE ${isAskedFor('d.domain_sid')} AND ${isInRange('d')} AND $2::integer IS NOT NULL
    GROUP BY d.run_id, d.created_at) run
  WHERE value IS NOT NULL ORDER BY date`;

/** Reads the history of findings and of tier zero. */
@Injectable()
export class PostureRepository {
  constructor(private readonly database: Database) {}

  listSparkline(finding: string, scope: HistoryScope, request: SparklineRequest): Promise<JsonText> {
    return listPage(this.database, sparklineList, request, {
      from: sparklines,
      item: sparklineShape.token,
      values: [...historyValues(scope), finding],
      more: { start: timeToken('$3::timestamptz'), end: timeToken('$4::timestamptz') },
    });
  }

  listStats({ start, end }: TimeRange, request: PostureStatRequest): Promise<JsonText> {
    return listPage(this.database, postureStatList, request, {
      from: '(SELECT * FROM posture_stat WHERE created_at >= $1::timestamptz AND created_at < $2::timestamptz) d',
      item: postureStatShape.token,
      values: [start.toISOString(), end.toISOString()],
      more: { start: timeToken('$1::timestamptz'), end: timeToken('$2::timestamptz') },
    });
  }

  /** Null if there was no analysis with members of tier zero. */
  async firstRunAt(): Promise<Date | null> {
    const [row] = await this.database.query<{ at: Date | null }>('SELECT min(created_at) AS at FROM posture_stat');
    return row?.at ?? null;
  }

  listTrends(scope: HistoryScope): Promise<TrendRow[]> {
    return this.database.query<TrendRow>(trends, historyValues(scope));
  }

  /** One value for each run, oldest first. */
  listHistory(type: PostureHistory, scope: HistoryScope): Promise<{ date: Date; value: number }[]> {
    return this.database.query<{ date: Date; value: number }>(historySql(type), historyValues(scope));
  }

  @DeletesExpired({ name: 'history of findings', days: ({ retentionFindings }) => retentionFindings })
  async deleteExpired(before: Date): Promise<number> {
    const counts = await this.database.execute('DELETE FROM finding_count WHERE created_at < $1', [before]);
    await this.database.execute('DELETE FROM sight_figure WHERE created_at < $1', [before]);
    return counts + (await this.database.execute('DELETE FROM posture_stat WHERE created_at < $1', [before]));
  }
}

import type { SqlRunner } from '../../database/database.js';
import type { Severity } from './severity.js';

/** The open findings of a type. */
export interface FindingEffect {
  readonly finding: string;
  readonly severity: Severity;
  readonly open: number;
  readonly freed: number;
  readonly exposed: number;
  /** Since the begin of the period. */
  readonly added: number;
  readonly resolved: number;
}

const isOpen = `resolved_at IS NULL AND (accepted_until IS NULL OR accepted_until < $3)`;

const effectsSql = `
  SELECT finding, (array_agg(severity ORDER BY risk DESC, id) FILTER (WHERE ${isOpen}))[1] AS severity,
    (count(*) FILTER (WHERE ${isOpen}))::int AS open,
    coalesce(max(freed) FILTER (WHERE ${isOpen}), 0) AS freed, coalesce(max(exposure_count) FILTER (WHERE ${isOpen}), 0) AS exposed,
    (count(*) FILTER (WHERE ${isOpen} AND first_seen >= $1))::int AS added, (count(*) FILTER (WHERE resolved_at >= $1))::int AS resolved
  FROM finding WHERE cardinality($2::text[]) = 0 OR environment = ANY ($2) GROUP BY finding
  HAVING count(*) FILTER (WHERE ${isOpen} OR resolved_at >= $1) > 0
  ORDER BY freed DESC, exposed DESC, finding COLLATE "C"`;

/** The types of open findings by their effect. @param environments object ids; empty: all */
export function readFindingEffects(
  runner: SqlRunner,
  since: Date,
  environments: readonly string[],
  now: Date,
): Promise<FindingEffect[]> {
  return runner.query<FindingEffect>(effectsSql, [since, environments, now]);
}

interface StoredExposure {
  readonly at: Date;
  /** Object id. */
  readonly id: string;
  readonly name: string;
  /** 0 to 1. */
  readonly share: number;
}

/** Of each environment the first run of a day, and the last run of all, so that a year has at most 366 points. */
const historySql = `
  SELECT at, stored.id, coalesce(n.name, stored.id) AS name, share FROM (
    SELECT DISTINCT ON (domain_sid, day) created_at AS at, domain_sid AS id, exposure_index AS share FROM (
      SELECT p.*, CASE WHEN row_number() OVER (PARTITION BY domain_sid ORDER BY p.id DESC) = 1 THEN 'infinity'::timestamptz
        ELSE date_trunc('day', created_at, 'UTC') END AS day
      FROM posture_stat p WHERE created_at >= $1 AND (cardinality($2::text[]) = 0 OR domain_sid = ANY ($2))) dated
    ORDER BY domain_sid, day, created_at) stored
  LEFT JOIN node n ON n.objectid = stored.id ORDER BY at, stored.id LIMIT 20000`;

/** The shares of accounts that reach tier zero, as analyses have stored them. @param environments object ids; empty: all */
export function readExposureHistory(
  runner: SqlRunner,
  since: Date,
  environments: readonly string[],
): Promise<StoredExposure[]> {
  return runner.query<StoredExposure>(historySql, [since, environments]);
}

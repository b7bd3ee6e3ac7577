import type { SqlRunner } from '../../database/database.js';
import { type Severity, severities } from './severity.js';

export interface AskedFindings {
  readonly runId: string;
  /** Those that were resolved before, or those that were not. */
  readonly returned: boolean;
  /** Names; undefined: all. */
  readonly types: readonly string[] | undefined;
  readonly leastSeverity: Severity;
  /** Object id; null: all. */
  readonly environment: string | null;
  readonly most: number;
}

export interface RunFinding {
  readonly finding: string;
  readonly source: string;
  readonly sourceName: string;
  readonly target: string;
  readonly targetKind: string;
  readonly targetName: string;
  readonly severity: Severity;
}

const sql = `
  SELECT finding, source, source_name AS "sourceName", target, target_kind AS "targetKind", target_name AS "targetName", severity,
    (count(*) OVER ())::int AS count
  FROM finding
  WHERE first_run_id = $1 AND returned = $2 AND resolved_at IS NULL AND (accepted_until IS NULL OR accepted_until < now())
    AND ($3::text[] IS NULL OR finding = ANY ($3)) AND severity = ANY ($4::text[]) AND ($5::text IS NULL OR environment = $5)
  ORDER BY risk DESC, id LIMIT $6`;

/** The findings that a run was the first to find, the worst ones first, and the number of all. */
export async function readRunFindings(
  runner: SqlRunner,
  { runId, returned, types, leastSeverity, environment, most }: AskedFindings,
): Promise<{ readonly count: number; readonly findings: readonly RunFinding[] }> {
  const accepted = severities.slice(0, severities.indexOf(leastSeverity) + 1);
  const values = [runId, returned, types ?? null, accepted, environment, most];
  const findings = await runner.query<RunFinding & { readonly count: number }>(sql, values);
  return { count: findings[0]?.count ?? 0, findings };
}

/** The share of the accounts of an environment that reach tier zero. */
export interface Exposure {
  /** Object id. */
  readonly environment: string;
  readonly name: string;
  /** 0 to 1. */
  readonly share: number;
}

/** @param runId null: the last run that has some @param environment null: all */
export function readExposures(
  runner: SqlRunner,
  runId: string | null,
  environment: string | null,
): Promise<Exposure[]> {
  return runner.query<Exposure>(
    `SELECT domain_sid AS environment, coalesce(n.name, domain_sid) AS name, exposure_index AS share
     FROM posture_stat p LEFT JOIN node n ON n.objectid = p.domain_sid
     WHERE run_id = coalesce($1, (SELECT run_id FROM posture_stat ORDER BY id DESC LIMIT 1))
       AND ($2::text IS NULL OR domain_sid = $2) ORDER BY p.id`,
    [runId, environment],
  );
}

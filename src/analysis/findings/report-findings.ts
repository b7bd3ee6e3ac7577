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

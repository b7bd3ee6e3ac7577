import type { SqlRunner } from '../../database/database.js';

/** What an analysis knew of a domain. */
export interface Completeness {
  /** Object id. */
  readonly id: string;
  /** Shares: 0 to 1. */
  readonly sessions: number;
  readonly localGroups: number;
}

/** Of the domains of one run. */
export function readCompleteness(runner: SqlRunner, runId: string): Promise<Completeness[]> {
  return runner.query<Completeness>(
    `SELECT domainsid AS id, session_completeness AS sessions, local_group_completeness AS "localGroups"
     FROM data_quality_domain WHERE run_id = $1`,
    [runId],
  );
}

import type { SqlRunner } from '../../database/database.js';
import { breaks } from '../../graph/store/changes.sql.js';

/** A run that has ended, with the complete one before it. */
export interface EndedRun {
  readonly id: string;
  readonly status: 'complete' | 'failed';
  readonly finishedAt: Date;
  /** Version of the graph. */
  readonly version: number;
  /** Reason of a failure. */
  readonly reason: string | null;
  /** End of the complete run before it; null for the first one. */
  readonly previous: Date | null;
  /** Whether removals, a restored backup or new rules of the product explain differences to that run. */
  readonly isBreak: boolean;
}

const sql = `
  SELECT run.id, run.status, run.finished_at AS "finishedAt", run.graph_version::float8 AS version, run.reason,
    former.finished_at AS previous,
    EXISTS (SELECT FROM ${breaks.replaceAll('$1', 'former.graph_version').replaceAll('$2', 'run.graph_version')}) AS "isBreak"
  FROM analysis_run run LEFT JOIN LATERAL (
    SELECT finished_at, graph_version FROM analysis_run WHERE status = 'complete' AND finished_at < run.finished_at
    ORDER BY finished_at DESC LIMIT 1) former ON true
  WHERE run.id = $1 AND run.finished_at IS NOT NULL`;

/** @returns undefined if there is no such run, or if it has not ended */
export async function readEndedRun(runner: SqlRunner, id: string): Promise<EndedRun | undefined> {
  const [run] = await runner.query<EndedRun>(sql, [id]);
  return run;
}

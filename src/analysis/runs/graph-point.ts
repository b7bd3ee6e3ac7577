import type { SqlRunner } from '../../database/database.js';

/** The graph as a complete run left it. */
export interface GraphPoint {
  readonly runId: string;
  readonly finishedAt: Date;
  readonly version: number;
}

/** @param condition SQL, with the order: the first point counts */
export async function findPoint(
  runner: SqlRunner,
  condition: string,
  values: readonly (Date | number)[],
): Promise<GraphPoint | null> {
  const [row] = await runner.prepared<GraphPoint>(
    `SELECT id AS "runId", finished_at AS "finishedAt", graph_version::float8 AS version
     FROM analysis_run WHERE status = 'complete' AND ${condition} LIMIT 1`,
    values,
  );
  return row ?? null;
}

import type { Visibility } from '../../base/scope/visibility.js';
import type { SqlRunner } from '../../database/database.js';
import { readSights } from '../../auth/sight/sights.repository.js';

/** Names the figures that a run has of a set. */
export const runOfSight = 'analysis_run';

/** Whether a run has figures of each set. @param runId null: any run */
export async function hasFigures(
  runner: SqlRunner,
  runId: string | null,
  sights: readonly Visibility[],
): Promise<boolean> {
  if (sights.length === 0) return true;
  const rows = await runner.query(
    `SELECT DISTINCT sight FROM sight_figure
     WHERE relation = $1 AND sight = ANY ($2::text[]) AND ($3::uuid IS NULL OR run_id = $3)`,
    [runOfSight, sights.map(({ digest }) => digest), runId],
  );
  return rows.length === sights.length;
}

/** Whether a run has figures of each set to which accounts are limited. */
export async function hasAllFigures(runner: SqlRunner, runId: string): Promise<boolean> {
  return hasFigures(runner, runId, await readSights(runner));
}

/** Writes the figures of an earlier run for this one too, because the graph is as that run left it. */
export async function repeatFigures(
  tx: SqlRunner,
  [runId, now]: readonly [string, Date],
  earlier: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO sight_figure (sight, relation, run_id, created_at, row)
     SELECT sight, relation, $1::uuid, $2::timestamptz, row || CASE relation WHEN 'finding_count' THEN '{"added":0,"archived":0}'::jsonb ELSE '{}' END
     FROM sight_figure WHERE run_id = $3 AND relation NOT IN ('overview', 'overview_exposure') AND (row -> 'finding_count' IS DISTINCT FROM '0') ORDER BY id`,
    [runId, now, earlier],
  );
}
